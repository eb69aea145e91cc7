/**
 * Alpha-beta search (negamax) with iterative deepening, a transposition table, killer moves and the history heuristic.
 * `suitsAlphaBeta` decides which games use it.
 */
import type { Game, Outcome, Rng, State } from '@ludoforge/kernel'
import { type PortableAnswer, allAnswers, picksOf } from './answers.js'
import type { BudgetMeter } from './budget.js'
import { Evaluator } from './evaluator.js'
import { Bound, isProven, type TranspositionTable, WIN } from './transposition-table.js'

const POSITIONS_PER_ITERATION = 8
const MAX_DEPTH = 200 // answers
const LEAD_WEIGHT = 1000 // answers that one more point of lead may cost
const MAX_LEAD = 1e8 // points; keeps a win above every estimate

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
  readonly #settings: AlphaBetaSettings
  readonly #evaluator: Evaluator
  readonly #moves: PortableAnswer[]
  readonly #killers: PortableAnswer[] = [] // by ply: the last answer that caused a cutoff
  readonly #history = new Map<number, number>()
  readonly #deepening: Generator<void, void>
  #positions = 0
  #open = false // the last value depends on an estimate at the horizon
  #best: PortableAnswer | undefined
  #value = 0 // of the best answer, for the seat
  #depth = 0 // of the last completed iteration
  #proven = false
  #scored = false // wins differ by their lead
  #done = false

  constructor(settings: AlphaBetaSettings) {
    const { game, state, seat, rng } = settings
    this.#settings = settings
    this.#evaluator = new Evaluator(game, state)
    const question = game.ask(state, seat)
    this.#moves = question === undefined ? [] : shuffled(allAnswers(question) ?? [], rng)
    this.#best = this.#moves[0]
    this.#deepening = this.#deepen()
  }

  get done(): boolean {
    return this.#done || this.spent >= 1
  }

  get spent(): number {
    return this.#settings.spending.spent
  }

  /** The best turn so far, or `undefined` before the first iteration is complete. */
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

  /** The proven result with best play, or `null` if it isn't proven. */
  get proven(): Result | null {
    if (isProven(this.#value)) return this.#value > 0 ? 'won' : 'lost'
    return this.#proven ? 'drawn' : null
  }

  /** The value of the best turn, from -1 (lost) to 1 (won). */
  get mean(): number {
    if (isProven(this.#value)) return Math.sign(this.#value)
    return this.#proven ? 0 : this.#evaluator.scaled(this.#value, this.#settings.seat)
  }

  /** Runs the search for one iteration of the budget. */
  step(): void {
    this.#settings.spending.iterations += 1
    if (this.#deepening.next().done === true) this.#done = true
  }

  /** Iterative deepening, until the result is proven. */
  *#deepen(): Generator<void, void> {
    for (let depth = 1; depth <= MAX_DEPTH && this.#moves.length > 1; depth += 1) {
      yield* this.#searchRoot(depth)
      this.#depth = depth
      if (this.#proven) return
    }
  }

  *#searchRoot(depth: number): Generator<void, void> {
    const { state, seat } = this.#settings
    let best = Number.NEGATIVE_INFINITY
    let open = false
    for (const [i, move] of this.#moves.entries()) {
      const value = yield* this.#after(state, seat, move, depth - 1, 1, best, Number.POSITIVE_INFINITY)
      open ||= this.#open
      if (value <= best) continue
      // A better answer counts even if the budget ends during this depth.
      best = value
      this.#best = move
      this.#value = value
      this.#moves.splice(i, 1)
      this.#moves.unshift(move)
    }
    this.#proven = !open || (isProven(best) && !this.#scored)
  }

  /** Returns the value after this answer, for the seat that gives it. */
  *#after(
    state: State,
    seat: number,
    move: PortableAnswer,
    depth: number,
    ply: number,
    alpha: number,
    beta: number,
  ): Generator<void, number> {
    const { game } = this.#settings
    const next = played(game, state, seat, move)
    this.#positions += 1
    if (this.#positions % POSITIONS_PER_ITERATION === 0) yield
    const outcome = game.outcome(next)
    if (outcome !== undefined) {
      this.#open = false
      return this.#result(outcome, seat, ply)
    }
    const question = game.ask(next)
    if (question === undefined) throw new Error('The game is not over, but no seat has a question.')
    if (question.seat === seat) return yield* this.#search(next, seat, depth, ply, alpha, beta)
    return -(yield* this.#search(next, question.seat, depth, ply, -beta, -alpha))
  }

  /**
   * Returns the value of a state for the seat that decides (fail-soft): exact between `low` and `high`, else a bound.
   */
  *#search(
    s: State,
    seat: number,
    depth: number,
    ply: number,
    low: number,
    high: number,
  ): Generator<void, number> {
    const { game, table } = this.#settings
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
      // A cutoff: one refutation is enough, so only its own openness counts.
      open = this.#open
      this.#killers[ply] = move
      this.#history.set(historyKey(move), (this.#history.get(historyKey(move)) ?? 0) + depth * depth)
      break
    }
    const bound = best <= low ? Bound.upper : best >= high ? Bound.lower : Bound.exact
    // A proven win or loss holds whatever is beyond the horizon.
    if (!this.#scored && isProven(best) && bound !== (best > 0 ? Bound.upper : Bound.lower)) open = false
    table.set(key, { depth: open ? depth : Number.POSITIVE_INFINITY, value: best, bound, move: found }, ply)
    this.#open = open
    return best
  }

  /** Evaluates a state at the horizon. */
  #estimate(s: State, seat: number): number {
    this.#open = true
    return this.#evaluator.lead(s, seat)
  }

  /** Move ordering: the table's answer, the killer, then the history heuristic. */
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

  /**
   * Returns the value of an outcome. With scores the lead counts; then a sooner win or a later loss. Anything but one
   * winner is a draw.
   */
  #result(outcome: Outcome, seat: number, ply: number): number {
    if (outcome.winners.length !== 1) return 0
    const { won, lead } = this.#evaluator.result(outcome, seat)
    if (lead !== 0) this.#scored = true
    return won * (WIN - ply) + LEAD_WEIGHT * Math.max(-MAX_LEAD, Math.min(MAX_LEAD, lead))
  }
}

function played(game: Game, state: State, seat: number, answer: PortableAnswer): State {
  const next = game.fork(state)
  const question = game.ask(next, seat)
  const picks: number[] = []
  if (question === undefined || !picksOf(question, answer, picks))
    throw new Error('A listed answer is illegal.')
  game.answer(next, picks, seat)
  return next
}

function isSame(a: PortableAnswer, b: PortableAnswer): boolean {
  return a.site === b.site && a.offer === b.offer && a.values[0] === b.values[0]
}

/** A hash. A collision only makes the move ordering a little worse. */
function historyKey({ site, values, offer }: PortableAnswer): number {
  return site * 1_000_003 + offer * 8191 + (values[0] ?? -1)
}

/** Fisher–Yates shuffle. The first of equal answers is taken, so this breaks ties at random. */
function shuffled(answers: PortableAnswer[], rng: Rng): PortableAnswer[] {
  for (let i = answers.length - 1; i > 0; i -= 1) {
    const at = rng.below(i + 1)
    const last = answers[i]
    const drawn = answers[at]
    if (last === undefined || drawn === undefined) continue
    answers[i] = drawn
    answers[at] = last
  }
  return answers
}
