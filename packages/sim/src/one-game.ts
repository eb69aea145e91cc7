import { choiceOfPicks } from '@ludoforge/agents'
import { type Choice, withoutUndefined, type Game, type Outcome, type State } from '@ludoforge/kernel'
import { type Player, playMatch, type MatchSetup } from './match.js'
import { RunError } from './problem.js'
import type { Seed } from './seeds.js'

/** A game to be played here and now. */
export interface GameRequest extends Partial<MatchSetup> {
  readonly game: Game
  /** One for all seats, or one for each in seat order: names of agents, or agents of one's own. Default: `random`. */
  readonly agents?: readonly Player[]
  readonly seed?: Seed
  /** Told of every answer before it is given. The state is only good during the call; `game.fork` keeps it. */
  readonly onDecision?: (state: State, seat: string, choice: Choice) => void
}

/** A game that was played to its end. */
export interface PlayedGame {
  readonly state: State
  readonly outcome: Outcome
  readonly decisions: number
}

/**
 * Plays one game in this thread. The same seed gives the same game as in a simulation of one.
 *
 * @throws RunProblem if it does not end within `maxDecisions` (default 100,000), or its rules or an agent fail.
 */
export function playGame({ game, agents = [], seed = 1, onDecision, ...setting }: GameRequest): PlayedGame {
  const { seats } = game.def
  const all = agents.length === 1 ? seats.map(() => agents[0] ?? 'random') : agents
  const { maxDecisions = 100_000, scenario, options, stray } = setting
  const played = playMatch(
    game,
    { maxDecisions, ...withoutUndefined({ scenario, options, stray }) },
    all,
    seed,
    {
      started() {},
      asked() {},
      decided() {},
      chose(state, seat, picks) {
        if (onDecision === undefined) return
        const id = seats[seat]?.id ?? ''
        const decision = game.decision(state, id)
        if (decision !== undefined) onDecision(state, id, choiceOfPicks(decision, picks))
      },
    },
  )
  if (played.failure !== undefined) throw new RunError(played.failure.message)
  const { state, decisions } = played
  const outcome = game.outcome(state)
  if (outcome === undefined) throw new RunError('The game ended without an outcome.')
  return { state, outcome, decisions }
}
