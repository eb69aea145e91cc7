/**
 * Alpha-beta search (negamax) with iterative deepening, a transposition table, killer moves and the history heuristic.
 * `suitsAlphaBeta` says where it decides.
 */
import type { Game, Outcome, Rng, State } from '@ludoforge/kernel'
import { type PortableAnswer, allAnswers, picksOf } from './answers.js'
import type { BudgetMeter } from './budget.js'
import { Evaluator } from './evaluator.js'
import { Bound, isProven, type TranspositionTable, WIN } from './transpositions.js'

const POSITIONS = 8 // that it visits count as an iteration
const DEEPEST = 200 // answers ahead
const LEAD = 1000 // a win by one point more may take so many answers more
const GREATEST = 1e8 // more points don't count: a win stays above every estimate

/** The result of a game with best play. */
export type Result = 'won' | 'drawn' | 'lost'

export interface AlphaBetaSettings {
  readonly game: Game
  readonly state: State
  readonly seat: number
  readonly spending: BudgetMeter
  readonly rng: Rng
  readonly table: TranspositionTable
}

export class AlphaBeta {
  readonly #at: AlphaBetaSettings
  readonly #judge: Evaluator
  readonly #moves: PortableAnswer[]
  readonly #killers: PortableAnswer[] = [] // by ply: the last answer that refuted a line
  readonly #history = new Map<number, number>()
  readonly #walk: Generator<void, void>
  #positions = 0
  #open = false // the position visited last was cut off at the horizon, or one below it was
  #best: PortableAnswer | undefined
  #value = 0 // of the best, to the seat
  #depth = 0 // answers ahead, of the last search that was finished
  #proven = false
  #scored = false // there are wins by more, and wins by less
  #done = false

  constructor(settings: AlphaBetaSettings) {
    const { game, state, seat, rng } = settings
    this.#at = settings
    this.#judge = new Evaluator(game, state)
    const question = game.ask(state, seat)
    this.#moves = question === undefined ? [] : shuffled(allAnswers(question) ?? [], rng)
    this.#best = this.#moves[0]
    this.#walk = this.#deepen()
  }

  get done(): boolean {
    return this.#done || this.spent >= 1
  }

  get spent(): number {
    return this.#at.spending.spent
  }

  /** The turn that is best so far; undefined while nothing is known. */
  get best(): { readonly answers: readonly PortableAnswer[] } | undefined {
    return this.#best === undefined || (this.#depth === 0 && !this.done)
      ? undefined
      : { answers: [this.#best] }
  }

  get tried(): number {
    return this.#moves.length
  }

  get depth(): number {
    return this.#depth
  }

  /** The result for certain: won, drawn or lost; null if that is not proven. */
  get proven(): Result | null {
    if (isProven(this.#value)) return this.#value > 0 ? 'won' : 'lost'
    return this.#proven ? 'drawn' : null
  }

  /** From -1, lost, to 1, won. */
  get mean(): number {
    if (isProven(this.#value)) return Math.sign(this.#value)
    return this.#proven ? 0 : this.#judge.scaled(this.#value, this.#at.seat)
  }

  /** One iteration. */
  step(): void {
    this.#at.spending.iterations += 1
    if (this.#walk.next().done === true) this.#done = true
  }

  /** One search after the other, each an answer deeper, until the result is proven. */
  *#deepen(): Generator<void, void> {
    for (let depth = 1; depth <= DEEPEST && this.#moves.length > 1; depth += 1) {
      yield* this.#searchRoot(depth)
      this.#depth = depth
      if (this.#proven) return
    }
  }

  *#searchRoot(depth: number): Generator<void, void> {
    const { state, seat } = this.#at
    let best = Number.NEGATIVE_INFINITY
    let open = false
    for (const [i, move] of this.#moves.entries()) {
      const value = yield* this.#after(state, seat, move, depth - 1, 1, best, Number.POSITIVE_INFINITY)
      open ||= this.#open
      if (value <= best) continue
      // A better answer counts even if the budget ends before the others are searched as deep.
      best = value
      this.#best = move
      this.#value = value
      this.#moves.splice(i, 1)
      this.#moves.unshift(move)
    }
    this.#proven = !open || (isProven(best) && !this.#scored)
  }

  /** What the position after this answer is to the seat that gives it. */
  *#after(
    state: State,
    seat: number,
    move: PortableAnswer,
    depth: number,
    ply: number,
    alpha: number,
    beta: number,
  ): Generator<void, number> {
    const { game } = this.#at
    const next = played(game, state, seat, move)
    this.#positions += 1
    if (this.#positions % POSITIONS === 0) yield
    const outcome = game.outcome(next)
    if (outcome !== undefined) {
      this.#open = false
      return this.#result(outcome, seat, ply)
    }
    const question = game.ask(next)
    if (question === undefined) throw new Error('A game that is not over asks nobody.')
    if (question.seat === seat) return yield* this.#search(next, seat, depth, ply, alpha, beta)
    return -(yield* this.#search(next, question.seat, depth, ply, -beta, -alpha))
  }

  /** What a position is to the seat that decides there, if it lies between alpha and beta; else a bound of it. */
  *#search(
    s: State,
    seat: number,
    depth: number,
    ply: number,
    low: number,
    high: number,
  ): Generator<void, number> {
    const { game, table } = this.#at
    if (depth === 0) return this.#estimate(s, seat)
    const key = game.hash(s)
    const known = table.get(key)
    if (known !== undefined && known.depth >= depth) {
      const value = table.valueAt(known, ply)
      this.#open = known.depth !== Number.POSITIVE_INFINITY
      if (known.bound === Bound.exact) return value
      if (known.bound === Bound.lower ? value >= high : value <= low) return value
    }
    const question = game.ask(s)
    const moves = question === undefined ? null : allAnswers(question)
    if (moves === null) return this.#estimate(s, seat)
    this.#sort(moves, known?.move ?? null, ply)
    let alpha = low
    let best = Number.NEGATIVE_INFINITY
    let found: PortableAnswer | null = null
    let open = false
    for (const move of moves) {
      const value = yield* this.#after(s, seat, move, depth - 1, ply + 1, alpha, high)
      open ||= this.#open
      if (value <= best) continue
      best = value
      found = move
      alpha = Math.max(alpha, value)
      if (alpha < high) continue
      // What refutes the line is enough: the other answers don't matter.
      open = this.#open
      this.#killers[ply] = move
      this.#history.set(historyKey(move), (this.#history.get(historyKey(move)) ?? 0) + depth * depth)
      break
    }
    const bound = best <= low ? Bound.upper : best >= high ? Bound.lower : Bound.exact
    // Who wins is known, whatever lies beyond the horizon.
    if (!this.#scored && isProven(best) && bound !== (best > 0 ? Bound.upper : Bound.lower)) open = false
    table.set(key, { depth: open ? depth : Number.POSITIVE_INFINITY, value: best, bound, move: found }, ply)
    this.#open = open
    return best
  }

  /** What a position at the horizon seems to be. */
  #estimate(s: State, seat: number): number {
    this.#open = true
    return this.#judge.lead(s, seat)
  }

  /** The answers most likely to refute come first: the table's, the killer, then by history. */
  #sort(moves: PortableAnswer[], known: PortableAnswer | null, ply: number): void {
    const killer = this.#killers[ply]
    const score = (move: PortableAnswer): number => {
      if (known !== null && isSame(move, known)) return Number.POSITIVE_INFINITY
      if (killer !== undefined && isSame(move, killer)) return Number.MAX_VALUE
      return this.#history.get(historyKey(move)) ?? 0
    }
    const scores = new Map(moves.map((move) => [move, score(move)]))
    moves.sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
  }

  /** Where the ranking has scores the lead counts; then a sooner win and a later loss. A win of nobody or of both is a draw. */
  #result(outcome: Outcome, seat: number, ply: number): number {
    if (outcome.winners.length !== 1) return 0
    const { won, lead } = this.#judge.result(outcome, seat)
    if (lead !== 0) this.#scored = true
    return won * (WIN - ply) + LEAD * Math.max(-GREATEST, Math.min(GREATEST, lead))
  }
}

function played(game: Game, state: State, seat: number, answer: PortableAnswer): State {
  const next = game.fork(state)
  const question = game.ask(next, seat)
  const picks: number[] = []
  if (question === undefined || !picksOf(question, answer, picks))
    throw new Error('An answer that was listed is not legal.')
  game.answer(next, picks, seat)
  return next
}

function isSame(a: PortableAnswer, b: PortableAnswer): boolean {
  return a.site === b.site && a.offer === b.offer && a.values[0] === b.values[0]
}

/** Two answers that share a number spoil the order a little, and nothing else. */
function historyKey({ site, values, offer }: PortableAnswer): number {
  return site * 1_000_003 + offer * 8191 + (values[0] ?? -1)
}

/** Among answers that come to the same the first is taken: so any of them is. */
function shuffled(answers: PortableAnswer[], rng: Rng): PortableAnswer[] {
  for (let i = answers.length - 1; i > 0; i -= 1) {
    const at = rng.below(i + 1)
    const one = answers[i]
    const other = answers[at]
    if (one === undefined || other === undefined) continue
    answers[i] = other
    answers[at] = one
  }
  return answers
}
