/** Lists the turns of a seat, and plays them. A turn is what a seat answers until another seat decides. */
import type { Game, State } from '@ludoforge/kernel'
import { allAnswers, type PortableAnswer, picksOf } from './answers.js'

const MAX_ANSWERS = 3 // of a listed turn; the rest of a longer one is a turn of its own

/** A turn and the position after it. */
export interface ListedTurn {
  readonly answers: readonly PortableAnswer[]
  readonly state: State
}

/** Sorts the answers to the next question, in place. `before` are the answers of this turn so far. */
export type AnswerOrder = (answers: PortableAnswer[], before: readonly PortableAnswer[]) => void

/**
 * Whether a turn that began with the question `first` is over: others decide, or the seat is asked that question again, as
 * after a forced reply.
 */
export function isTurnOver(game: Game, state: State, seat: number, first: number | undefined): boolean {
  const deciding = game.deciding(state)
  return deciding.length !== 1 || deciding[0] !== seat || game.ask(state, seat)?.site === first
}

/**
 * Lists the turns of the seat one by one. A turn with many answers, or with an answer that can't be listed, ends before it:
 * then the same seat decides again. A turn without answers means that not even the first answer can be listed.
 */
export function listTurns(
  game: Game,
  state: State,
  seat: number,
  order: AnswerOrder,
): Generator<ListedTurn, void> {
  return extendTurn({ game, seat, order, first: game.ask(state, seat)?.site }, state, [])
}

interface Listing {
  readonly game: Game
  readonly seat: number
  readonly order: AnswerOrder
  readonly first: number | undefined // the question that a turn begins with
}

function* extendTurn(
  listing: Listing,
  state: State,
  answers: readonly PortableAnswer[],
): Generator<ListedTurn, void> {
  const { game, seat, order, first } = listing
  const question = answers.length >= MAX_ANSWERS ? undefined : game.ask(state, seat)
  const listed = question === undefined ? null : allAnswers(question)
  if (listed === null) {
    yield { answers, state }
    return
  }
  order(listed, answers)
  for (const answer of listed) {
    const after = playAnswer(game, state, seat, answer)
    if (after === null) throw new Error('A listed answer is illegal.')
    const turn = [...answers, answer]
    if (isTurnOver(game, after, seat, first)) yield { answers: turn, state: after }
    else yield* extendTurn(listing, after, turn)
  }
}

/** Returns every turn of the seat, or `null` if there are more than `most` or some can't be listed to their end. */
export function allTurns(
  game: Game,
  state: State,
  seat: number,
  most: number,
): (readonly PortableAnswer[])[] | null {
  const turns: (readonly PortableAnswer[])[] = []
  const first = game.ask(state, seat)?.site
  for (const { answers, state: after } of listTurns(game, state, seat, () => {})) {
    if (answers.length === 0 || !isTurnOver(game, after, seat, first) || turns.length >= most) return null
    turns.push(answers)
  }
  return turns
}

/** Returns the position after a turn, or `null` if an answer isn't legal there. */
export function playTurn(
  game: Game,
  state: State,
  seat: number,
  answers: readonly PortableAnswer[],
): State | null {
  let s: State | null = state
  for (const answer of answers) s = s === null ? null : playAnswer(game, s, seat, answer)
  return s
}

function playAnswer(game: Game, state: State, seat: number, answer: PortableAnswer): State | null {
  const next = game.fork(state)
  const question = game.ask(next, seat)
  const picks: number[] = []
  if (question === undefined || !picksOf(question, answer, picks)) return null
  game.answer(next, picks, seat)
  return next
}
