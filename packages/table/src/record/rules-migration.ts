/** Rules migration: replays a table under other rules. */
import { type Decision, type Game, IllegalChoice } from '@ludoforge/kernel'
import type { DecisionEntry } from './entries.js'
import { decisionTransition } from './transitions.js'
import { type GameStart, type Position, seatsDeciding, startOf, type Transition } from './replay.js'

/** Thrown when a table can't be migrated. The message names the decision and the reason. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** Why a replay stopped before a decision. */
export interface ReplayStop {
  /** The decision that isn't legal, and its place in the list, from 0. Without one, the game can't start. */
  readonly decision?: DecisionEntry
  readonly index: number
  /** The question that is asked there instead. Absent if the game is over, or if a rule fails. */
  readonly question?: Decision
  /** The decision is legal, but a rule fails after it. */
  readonly isFailing: boolean
  /** Why, for authors of rules. */
  readonly message: string
}

/** How far decisions could be replayed. */
export interface PartialReplay {
  /** The position after the last legal decision. Absent if the game can't start. */
  readonly position?: Position
  /** Absent if all decisions are legal. */
  readonly stop?: ReplayStop
}

/**
 * Replays decisions under these rules as far as they are legal. Yields after each of them, so that a caller can pause or
 * end the replay.
 */
export function* replayWhileLegal(
  game: Game,
  beginning: GameStart,
  decisions: readonly DecisionEntry[],
): Generator<Transition, PartialReplay, void> {
  let position: Position
  try {
    ;({ position } = startOf(game, beginning))
  } catch (error) {
    return { stop: { index: 0, isFailing: true, message: messageOf(error) } }
  }
  for (const [index, decision] of decisions.entries()) {
    const { seat, name, choice, by, why } = decision
    const question = seatsDeciding(game, position).includes(seat)
      ? game.decision(position.state, seat)
      : undefined
    const stop = (message: string, isFailing = false): PartialReplay => {
      const asked = question ?? game.decision(position.state)
      const pending = asked === undefined ? {} : { question: asked }
      return { position, stop: { decision, index, isFailing, message, ...pending } }
    }
    if (question === undefined) return stop(`${seat} doesn't decide there.`)
    if (question.name !== name) return stop(`${seat} decides "${question.name}" there, not "${name}".`)
    let transition: Transition
    try {
      transition = decisionTransition(game, position, seat, choice, by, why)
    } catch (error) {
      return stop(messageOf(error), !(error instanceof IllegalChoice))
    }
    position = transition.after
    yield transition
  }
  return { position }
}

/** Returns the position after the active decisions under these rules. Throws `MigrationError` if one is illegal. */
export function replayUnder(game: Game, beginning: GameStart, decisions: readonly DecisionEntry[]): Position {
  const steps = replayWhileLegal(game, beginning, decisions)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const { position, stop } = step.value
  if (position === undefined)
    throw new MigrationError(`The game can't start under the new rules: ${stop?.message ?? ''}`)
  if (stop?.decision !== undefined)
    throw new MigrationError(
      `Decision ${stop.index + 1} (${stop.decision.seat}: ${JSON.stringify(stop.decision.choice)}) is not legal under the new rules: ${stop.message}`,
    )
  return position
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
