/** What the tests of Fire in the Lake share: the game, a random player, counts of pieces. */
import { fileURLToPath } from 'node:url'
import { makeAgent } from '@ludoforge/agents'
import type { LoadedGame } from '@ludoforge/compiler'
import type { StartOptions, State, View } from '@ludoforge/kernel'
import { gameOf } from '../../../../test/support/games.js'

export const FOLDER = fileURLToPath(new URL('../../../fire-in-the-lake', import.meta.url))
export const SCENARIOS = ['short', 'medium', 'full'] as const
export const SEATS = ['US', 'ARVN', 'NVA', 'VC'] as const

export function fireInTheLake(): Promise<LoadedGame> {
  return gameOf('fire-in-the-lake')
}

/** Plays one game at random; `visit` sees every state that waits for an answer, and the last one. */
export function playAtRandom(
  game: LoadedGame,
  options: StartOptions & { readonly seed: number },
  visit: (state: State) => void = () => {},
): State {
  const agent = makeAgent('random', `player ${options.seed}`)
  const state = game.start(options)
  for (let decisions = 0; ; decisions++) {
    visit(state)
    const ask = game.ask(state)
    if (ask === undefined) return state
    if (decisions > 20_000) throw new Error(`The game of seed ${options.seed} does not end.`)
    game.answer(state, agent.choose(game, state, ask.seat))
  }
}

const BOXES = ['casualties', 'out-of-play', ...SEATS.map((seat) => `available:${seat}`)]

/** How many pieces of each type lie on the map and in the boxes. */
export function pieceCounts(game: LoadedGame, view: View): Map<string, number> {
  const spaces = game.def.zones.filter(({ space }) => space).map(({ id }) => id)
  const counts = new Map<string, number>()
  for (const zone of [...spaces, ...BOXES]) {
    for (const [kind, n] of Object.entries(view.zones[zone]?.pieces ?? {})) {
      const type = kind.split('+')[0] ?? kind
      counts.set(type, (counts.get(type) ?? 0) + n)
    }
  }
  return counts
}

const TRACKS: readonly (readonly [string, number])[] = [
  ['aid', 75],
  ['patronage', 75],
  ['trail', 4],
  ['total-econ', 15],
]

/** 130 cards and 12 Deception markers. */
const CARDS = 142

/** What holds at every decision: pieces, stacking, markers, tracks, cards. Gives what does not. */
export function broken(game: LoadedGame, state: State): string[] {
  const view = game.view(state, null)
  const wrong: string[] = []
  const counts = pieceCounts(game, view)
  for (const { id, count, family } of game.def.tokens) {
    if (family === 'pieces' && counts.get(id) !== count) wrong.push(`${counts.get(id) ?? 0} ${id}`)
  }
  let markers = 0
  for (const { id, attributes, space } of game.def.zones) {
    if (!space) continue
    const zone = view.zones[id]
    const pieces = Object.entries(zone?.pieces ?? {})
    const bases = pieces.reduce((n, [kind, count]) => (kind.includes('bases') ? n + count : n), 0)
    if (bases > (attributes['category'] === 'loc' ? 0 : 2)) wrong.push(`${bases} Bases in ${id}`)
    if (id === 'north-vietnam' && pieces.some(([kind]) => /^(us|arvn)-/.test(kind)))
      wrong.push('COIN in the North')
    markers += Number(zone?.markers['terror'] ?? 0) + Number(zone?.markers['sabotaged'] ?? false)
    if (attributes['population'] === 0 && (zone?.markers['support'] ?? 'neutral') !== 'neutral')
      wrong.push(`Support in ${id}`)
  }
  if (markers > 15) wrong.push(`${markers} Terror and Sabotage markers`)
  for (const [track, top] of TRACKS) {
    const value = Number(view.variables[track])
    if (value < 0 || value > top) wrong.push(`${track} ${value}`)
  }
  for (const seat of SEATS) {
    const resources = Number(view.seats[seat]?.['resources'])
    if (resources < 0 || resources > (seat === 'US' ? 0 : 75)) wrong.push(`${seat} resources ${resources}`)
  }
  const cards = game.def.zones
    .filter(({ holds }) => holds === 'cards')
    .reduce((n, { id }) => n + (view.zones[id]?.size ?? 0), 0)
  if (cards !== CARDS) wrong.push(`${cards} cards`)
  return wrong
}
