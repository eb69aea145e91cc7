import { optionsOfAgents } from '@ludoforge/agents'
import { canonical, withoutUndefined, type Game, type State, type StepEvent } from '@ludoforge/kernel'
import type { GameStart, EngineGame } from './games.js'

/** The beginning of a game that these agents play; undefined: the program decides for the seat. */
export function startFor(
  game: Game,
  specs: readonly (string | undefined)[],
  how: Pick<GameStart, 'scenario' | 'seed' | 'given'>,
): GameStart {
  const agents = specs.map((spec) => spec ?? '')
  return { ...how, options: optionsOfAgents(game, agents, how.given) }
}

export function begin(game: Game, beginning: GameStart, events: StepEvent[] | undefined): State {
  const { seed, options, scenario } = beginning
  const how = { seed, options, ...withoutUndefined({ scenario }) }
  if (events === undefined) return game.start(how)
  const begun = game.begin(how)
  events.push(...begun.events)
  return begun.state
}

/**
 * A copy of the position for these agents. As long as nothing is decided it begins with the options that go with
 * them, as any game of this line-up does; after that its options stay as they are.
 */
export function seated(
  game: Game,
  play: EngineGame,
  specs: readonly (string | undefined)[],
  events: StepEvent[] | undefined,
): { readonly state: State; readonly beginning: GameStart | undefined } {
  const { beginning, state } = play
  if (beginning === undefined) return { state: game.fork(state), beginning }
  const wanted = startFor(game, specs, beginning)
  if (canonical(wanted.options) === canonical(beginning.options))
    return { state: game.fork(state), beginning }
  return { state: begin(game, wanted, events), beginning: wanted }
}
