import { optionsOfAgents } from '@ludoforge/agents'
import { canonical, withoutUndefined, type Game, type State } from '@ludoforge/kernel'
import type { GameStart, EngineGame } from './games.js'
import type { Recording } from './recording.js'

/** The settings of a game that these agents play. An `undefined` spec is a seat of the program. */
export function startFor(
  game: Game,
  specs: readonly (string | undefined)[],
  setup: Pick<GameStart, 'scenario' | 'seed' | 'given'>,
): GameStart {
  const agents = specs.map((spec) => spec ?? '')
  return { ...setup, options: optionsOfAgents(game, agents, setup.given) }
}

export function begin(game: Game, beginning: GameStart, recording: Recording | undefined): State {
  const { seed, options, scenario } = beginning
  const start = { seed, options, ...withoutUndefined({ scenario }) }
  if (recording === undefined) return game.start(start)
  const begun = game.begin(start)
  recording.begin(begun.events)
  return begun.state
}

/**
 * A copy of the position for these agents. Before the first decision, the game restarts with the options that the
 * agents need, like any game of this line-up. After that, its options stay the same.
 */
export function withAgents(
  game: Game,
  play: EngineGame,
  specs: readonly (string | undefined)[],
  recording: Recording | undefined,
): { readonly state: State; readonly beginning: GameStart | undefined } {
  const { beginning, state } = play
  if (beginning === undefined) return { state: game.fork(state), beginning }
  const wanted = startFor(game, specs, beginning)
  if (canonical(wanted.options) === canonical(beginning.options))
    return { state: game.fork(state), beginning }
  return { state: begin(game, wanted, recording), beginning: wanted }
}
