/** Positions of the installed games, as a viewer sees them. */
import { makeAgent } from '@ludoforge/agents'
import type { State } from '@ludoforge/kernel'
import { Labels, type ShownTable, Table } from '../src/terminal/board/index.js'
import { findGame, load, lookOf } from '../src/games.js'
import { makePaint } from '../src/terminal/terminal.js'

export async function tableOf(name: string): Promise<Table> {
  const found = findGame(name)
  const game = await load(found)
  const { look } = lookOf(found, game, 'words')
  return new Table(game, new Labels(game.def, look, makePaint(false)))
}

/** The position after these answers. */
export function after({ game }: Table, answers: readonly string[], seed = 1): State {
  let state = game.start({ seed })
  for (const answer of answers) state = game.decide(state, answer)
  return state
}

/** The view of the deciding seat, or of the first seat if the game is over. */
export function seenByDecider(table: Table, state: State): ShownTable {
  const { game } = table
  const [seat = 0] = game.deciding(state)
  return table.seen(state, game.def.seats[seat]?.id ?? null)
}

/** Yields the positions of a random game. */
export function* randomGame({ game }: Table, seed: number, scenario?: string): Generator<State> {
  const agents = game.def.seats.map((_, i) => makeAgent('random', seed + i))
  let state = game.start({ seed, ...(scenario === undefined ? {} : { scenario }) })
  for (;;) {
    yield state
    const [seat] = game.deciding(state)
    if (seat === undefined) return
    const next = game.fork(state)
    game.answer(next, agents[seat]?.choose(game, next, seat) ?? [], seat)
    state = next
  }
}
