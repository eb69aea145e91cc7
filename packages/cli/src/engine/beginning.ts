import { optionsOfAgents } from '@ludoforge/agents'
import { canonical, defined, type Game, type State, type StepEvent } from '@ludoforge/kernel'
import type { Beginning, EngineGame } from './games.js'

/** The beginning of a game that these agents play; undefined: the program decides for the seat. */
export function beginningFor(
  game: Game,
  specs: readonly (string | undefined)[],
  how: Pick<Beginning, 'scenario' | 'seed' | 'given'>,
): Beginning {
  const agents = specs.map((spec) => spec ?? '')
  return { ...how, options: optionsOfAgents(game, agents, how.given) }
}

export function begin(game: Game, beginning: Beginning, events: StepEvent[] | undefined): State {
  const { seed, options, scenario } = beginning
  const how = { seed, options, ...defined({ scenario }) }
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
): { readonly state: State; readonly beginning: Beginning | undefined } {
  const { beginning, state } = play
  if (beginning === undefined) return { state: game.fork(state), beginning }
  const wanted = beginningFor(game, specs, beginning)
  if (canonical(wanted.options) === canonical(beginning.options))
    return { state: game.fork(state), beginning }
  return { state: begin(game, wanted, events), beginning: wanted }
}
