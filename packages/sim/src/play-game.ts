import { choiceOfPicks } from '@ludoforge/agents'
import { type Choice, withoutUndefined, type Game, type Outcome, type State } from '@ludoforge/kernel'
import { type Player, playMatch, type MatchSetup } from './match.js'
import { RunError } from './run-error.js'
import type { Seed } from './seeds.js'

/** A game to play in this thread. */
export interface GameRequest extends Partial<MatchSetup> {
  readonly game: Game
  /** One for all seats, or one per seat, in seat order: specs or `Agent` objects (default: `random`). */
  readonly agents?: readonly Player[]
  readonly seed?: Seed
  /** Called before every answer. The state is valid during the call only; copy it with `game.fork`. */
  readonly onDecision?: (state: State, seat: string, choice: Choice) => void
}

/** A completed game. */
export interface PlayedGame {
  readonly state: State
  readonly outcome: Outcome
  readonly decisions: number
}

/**
 * Plays one game in this thread. The same seed gives the same game as a simulation of one game.
 *
 * @throws RunError if it doesn't end within `maxDecisions` (default 100,000), or if its rules or an agent fail.
 */
export function playGame({ game, agents = [], seed = 1, onDecision, ...setting }: GameRequest): PlayedGame {
  const { seats } = game.def
  const players = agents.length === 1 ? seats.map(() => agents[0] ?? 'random') : agents
  const { maxDecisions = 100_000, scenario, options, stray } = setting
  const played = playMatch(
    game,
    { maxDecisions, ...withoutUndefined({ scenario, options, stray }) },
    players,
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
