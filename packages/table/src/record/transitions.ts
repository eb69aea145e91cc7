/** What can happen next at a table: each gives the entry and the position after it, and changes nothing. */
import { type Choice, type Game, LudoError, type PolicyReason } from '@ludoforge/kernel'
import { type UndoBarrier, Refusal } from '../protocol/index.js'
import type { Entry, EntryBody } from './entries.js'
import { applyDecision, type Position, seatsDeciding, type Transition } from './replay.js'

/** A decision that is made now; throws IllegalChoice if it is not a legal one. */
export function decisionTransition(
  game: Game,
  before: Position,
  seat: string,
  choice: Choice,
  by: string,
  why: readonly PolicyReason[] = [],
): Transition {
  const number = before.number + 1
  const decision = game.decision(before.state, seat)
  const name = decision?.name ?? ''
  const { position, events, horizon } = applyDecision(game, before, seat, choice, number, decision)
  const hash = game.hash(position.state)
  const reasons = why.length === 0 ? {} : { why }
  const entry = {
    kind: 'decision',
    seat,
    name,
    choice,
    hash,
    by,
    ...reasons,
    number,
    at: Date.now(),
  } as const
  return { entry, before, after: position, events, horizon }
}

/** The same for an answer to a question with a number, which may come too late. Throws a Refusal. */
export function answerTransition(
  game: Game,
  position: Position,
  seat: string,
  question: number,
  choice: Choice,
  by: string,
  why?: readonly PolicyReason[],
): Transition {
  if (game.outcome(position.state) !== undefined) throw new Refusal('over', 'The game is over.')
  if (question !== position.question)
    throw new Refusal(
      'stale',
      `This answers question ${question}; what is asked now is ${position.question}.`,
    )
  const deciding = seatsDeciding(game, position)
  if (!deciding.includes(seat))
    throw new Refusal('stale', `It is not ${seat} who decides now: ${deciding.join(', ')}.`)
  return refuseIllegal(() => decisionTransition(game, position, seat, choice, by, why))
}

/** Decisions from number `to` on are taken back: the game stands at `back` again. */
export function undoTransition(
  before: Position,
  back: Position,
  to: number,
  by: string,
  beyond: readonly UndoBarrier[] = [],
): Transition {
  const number = before.number + 1
  const seen = beyond.length === 0 ? {} : { beyond }
  const entry = { kind: 'undo', to, by, ...seen, number, at: Date.now() } as const
  return { entry, before, after: { ...back, number, question: number }, events: [], horizon: undefined }
}

/** Something that leaves the game as it is. */
export function nonGameTransition(
  before: Position,
  body: Exclude<EntryBody, { kind: 'decision' | 'undo' | 'moved' }>,
): Transition {
  const number = before.number + 1
  const entry: Entry = { ...body, number, at: Date.now() }
  return { entry, before, after: { ...before, number }, events: [], horizon: undefined }
}

/** What the rules refuse is told; what is wrong with the rules is trouble. */
export function refuseIllegal<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof LudoError && error.code === 'illegal-choice')
      throw new Refusal('illegal-choice', error.message)
    throw error
  }
}
