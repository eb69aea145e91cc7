/** Games of Fire in the Lake in which section 8 plays some factions and chance the others. */
import { type Agent, makeAgent } from '@ludoforge/agents'
import type { LoadedGame } from '@ludoforge/compiler'
import type { State } from '@ludoforge/kernel'
import { itemAt } from '../../../../test/support/items.js'
import { SEATS } from './game.js'

export interface Table {
  readonly state: State
  readonly agents: readonly Agent[]
}

export function seated(
  game: LoadedGame,
  scenario: string,
  nonPlayers: readonly string[],
  seed: string,
): Table {
  const agents = SEATS.map((seat) =>
    makeAgent(nonPlayers.includes(seat) ? 'policy' : 'random', `${seed} ${seat}`),
  )
  const state = game.start({ scenario, seed, options: { 'non-players': [...nonPlayers] } })
  return { state, agents }
}

/** Answers questions while `goesOn` says so; how many there were. */
export function letPlay(
  game: LoadedGame,
  { state, agents }: Table,
  goesOn: (state: State) => boolean = () => true,
): number {
  for (let n = 0; ; n++) {
    const seat = game.ask(state)?.seat
    if (seat === undefined || !goesOn(state)) return n
    if (n > 20_000) throw new Error('This game does not end.')
    game.answer(state, itemAt(agents, seat).choose(game, state, seat), seat)
  }
}
