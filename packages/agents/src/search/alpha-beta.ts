/**
 * Alpha-beta search (negamax) over whole turns, with iterative deepening, a transposition table and move ordering. `suitsAlphaBeta` decides which games use it.
 */
import type { Game, Outcome, Rng, State } from '@ludoforge/kernel'
import { positionKey } from '@ludoforge/play'
import { keyOf, type PortableAnswer } from './answers.js'
import type { BudgetMeter } from './budget.js'
import { Evaluator } from './evaluator.js'
import { type ListedTurn, listTurns, playTurn } from './list-turns.js'
import { TurnOrder } from './turn-order.js'
import { Bound, isProven, type TranspositionTable, WIN } from './transposition-table.js'

const POSITIONS_PER_ITERATION = 8
const MAX_DEPTH = 200 // turns
const LEAD_WEIGHT = 1000 // turns that one more point of lead may cost
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
  /** The only turns to search, even if there is only one. */
  readonly among?: readonly (readonly PortableAnswer[])[]
  /** The depth at which it stops, in turns. */
  readonly maxDepth?: number
}

export class AlphaBeta {
  readonly #settings: AlphaBetaSettings
  readonly #evaluator: Evaluator
  readonly #moves: (readonly PortableAnswer[])[] // the turns of the root
  readonly #order = new TurnOrder()
  readonly #deepening: Generator<void, void>
  #positions = 0
  #open = false // the last value depends on an estimate at the horizon
  #best: readonly PortableAnswer[] | undefined
  #value = 0 // of the best turn, for the seat
  #depth = 0 // of the last completed iteration
  #completed: { readonly answers: readonly PortableAnswer[]; readonly value: number } | undefined
  #proven = false
  #scored = false // wins differ by their lead
  #done = false

  constructor(settings: AlphaBetaSettings) {
    const { game, state, seat, rng, among } = settings
    this.#settings = settings
    this.#evaluator = new Evaluator(game, state)
    const listed =
      among ??
      Array.from(
        listTurns(game, state, seat, () => {}),
        ({ answers }) => answers,
      )
    this.#moves = shuffled([...listed], rng)
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
    return this.#best === undefined || (this.#depth === 0 && !this.done) ? undefined : { answers: this.#best }
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
    return this.#proven && !isProven(this.#value) ? 0 : this.meanOf(this.#value)
  }

  /** The best turn at the last completed depth, and its value in units of worth, or beyond them if it is proven. */
  get completed(): { readonly answers: readonly PortableAnswer[]; readonly value: number } | undefined {
    return this.#completed
  }

  /** Scales a value of another search of the same state, from -1 (lost) to 1 (won). */
  meanOf(value: number): number {
    return isProven(value) ? Math.sign(value) : this.#evaluator.scaled(value, this.#settings.seat)
  }

  /** Returns the change of lead that a mean value stands for, in units of worth. */
  leadOf(mean: number): number {
    return this.#evaluator.leadOf(mean)
  }

  /** Runs the search for one iteration of the budget. */
  step(): void {
    this.#settings.spending.iterations += 1
    if (this.#deepening.next().done === true) this.#done = true
  }

  /** Iterative deepening, until the result is proven. */
  *#deepen(): Generator<void, void> {
    const { among, maxDepth = MAX_DEPTH } = this.#settings
    // A single turn needs no search, unless its value is wanted.
    if (this.#moves.length <= 1 && among === undefined) return
    for (let depth = 1; depth <= maxDepth; depth += 1) {
      yield* this.#searchRoot(depth)
      this.#depth = depth
      if (this.#best !== undefined) this.#completed = { answers: this.#best, value: this.#value }
      if (this.#proven) return
    }
  }

  *#searchRoot(depth: number): Generator<void, void> {
    const { game, state, seat } = this.#settings
    let best = Number.NEGATIVE_INFINITY
    let open = false
    for (const [i, move] of this.#moves.entries()) {
      const next = playTurn(game, state, seat, move)
      if (next === null || move.length === 0) throw new Error('A turn is illegal.')
      const child = { state: next, seat, depth: depth - 1, ply: 1 }
      const value = yield* this.#after(child, best, Number.POSITIVE_INFINITY)
      open ||= this.#open
      if (value <= best) continue
      // A better turn counts even if the budget ends during this depth.
      best = value
      this.#best = move
      this.#value = value
      this.#moves.splice(i, 1)
      this.#moves.unshift(move)
    }
    this.#proven = !open || (isProven(best) && !this.#scored)
  }

  /** Returns the value of a position after a turn, for the seat that took it. */
  *#after(child: Child, alpha: number, beta: number): Generator<void, number> {
    const { game } = this.#settings
    const { state, seat, ply } = child
    this.#positions += 1
    if (this.#positions % POSITIONS_PER_ITERATION === 0) yield
    const outcome = game.outcome(state)
    if (outcome !== undefined) {
      this.#open = false
      return this.#result(outcome, seat, ply)
    }
    const [next] = game.deciding(state)
    if (next === undefined) throw new Error('The game is not over, but no seat has a question.')
    const isOther = next !== seat
    const [low, high] = isOther ? [-beta, -alpha] : [alpha, beta]
    const value =
      child.depth > 0
        ? yield* this.#search(state, next, child.depth, ply, low, high)
        : this.#estimate(state, next)
    return isOther ? -value : value
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
    const key = positionKey(game, s)
    const known = table.get(key)
    if (known !== undefined && known.depth >= depth) {
      const value = table.valueAt(known, ply)
      this.#open = known.depth !== Number.POSITIVE_INFINITY
      if (known.bound === Bound.exact) return value
      if (known.bound === Bound.lower ? value >= high : value <= low) return value
    }
    let alpha = low
    let best = Number.NEGATIVE_INFINITY
    let found: readonly PortableAnswer[] | null = null
    let open = false
    for (const { answers, state } of this.#turns(s, seat, ply, known?.move ?? null)) {
      if (answers.length === 0) return this.#estimate(s, seat) // the answers can't be listed
      const child = { state, seat, depth: depth - 1, ply: ply + 1 }
      const value = yield* this.#after(child, alpha, high)
      open ||= this.#open
      if (value <= best) continue
      best = value
      found = answers
      alpha = Math.max(alpha, value)
      if (alpha < high) continue
      // A cutoff: one refutation is enough, so only its own openness counts.
      open = this.#open
      this.#order.cutoff(answers, ply, depth)
      break
    }
    const bound = best <= low ? Bound.upper : best >= high ? Bound.lower : Bound.exact
    // A proven win or loss holds whatever is beyond the horizon.
    if (!this.#scored && isProven(best) && bound !== (best > 0 ? Bound.upper : Bound.lower)) open = false
    table.set(key, { depth: open ? depth : Number.POSITIVE_INFINITY, value: best, bound, move: found }, ply)
    this.#open = open
    return best
  }

  /** Lists turns in the order of the search: the table's, the killers, then by the history heuristic. */
  *#turns(
    s: State,
    seat: number,
    ply: number,
    known: readonly PortableAnswer[] | null,
  ): Generator<ListedTurn, void> {
    const { game } = this.#settings
    const first = known === null ? this.#order.killers(ply) : [known, ...this.#order.killers(ply)]
    const tried = new Set<string>()
    for (const answers of first) {
      const key = keyOf(answers)
      const state = tried.has(key) ? null : playTurn(game, s, seat, answers)
      if (state === null) continue
      tried.add(key)
      yield { answers, state }
    }
    for (const turn of listTurns(game, s, seat, this.#order.sort))
      if (!tried.has(keyOf(turn.answers))) yield turn
  }

  /** Evaluates a state at the horizon. */
  #estimate(s: State, seat: number): number {
    this.#open = true
    return this.#evaluator.lead(s, seat)
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

/** A position after a turn. */
interface Child {
  readonly state: State
  readonly seat: number // that took the turn
  readonly depth: number // turns left
  readonly ply: number // turns since the root
}

/** Fisher–Yates shuffle. The first of equal turns is taken, so this breaks ties at random. */
function shuffled<T>(items: T[], rng: Rng): T[] {
  for (let i = items.length - 1; i > 0; i -= 1) {
    const at = rng.below(i + 1)
    const last = items[i]
    const drawn = items[at]
    if (last === undefined || drawn === undefined) continue
    items[i] = drawn
    items[at] = last
  }
  return items
}
