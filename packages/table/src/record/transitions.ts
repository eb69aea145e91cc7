/** Builds the next transition of a table: the entry and the position after it. These functions are pure. */
import { type Choice, type Game, LudoError, type PolicyReason } from '@ludoforge/kernel'
import { type UndoBarrier, Refusal } from '../protocol/index.js'
import type { Entry, EntryBody } from './entries.js'
import { applyDecision, type Position, seatsDeciding, type Transition } from './replay.js'

/** Returns the transition of a decision. Throws `IllegalChoice` if it isn't legal. */
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

/** Returns the transition of an answer to a numbered question. Throws a `Refusal` if it is late or illegal. */
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
      `This answers question ${question}, but the current question is ${position.question}.`,
    )
  const deciding = seatsDeciding(game, position)
  if (!deciding.includes(seat))
    throw new Refusal('stale', `${seat} doesn't decide now. Deciding: ${deciding.join(', ')}.`)
  return refuseIllegal(() => decisionTransition(game, position, seat, choice, by, why))
}

/** Returns the transition that undoes the decisions from number `to` on. `back` is the position before them. */
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

/** Returns the transition of an entry that doesn't change the game: chat, seats, notes, proposals. */
export function nonGameTransition(
  before: Position,
  body: Exclude<EntryBody, { kind: 'decision' | 'undo' | 'moved' }>,
): Transition {
  const number = before.number + 1
  const entry: Entry = { ...body, number, at: Date.now() }
  return { entry, before, after: { ...before, number }, events: [], horizon: undefined }
}

/** Maps `IllegalChoice` to a `Refusal`. Other errors are bugs of the rules and pass through. */
export function refuseIllegal<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof LudoError && error.code === 'illegal-choice')
      throw new Refusal('illegal-choice', error.message)
    throw error
  }
}
