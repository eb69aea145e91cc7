/**
 * Flat Monte Carlo with racing, for games with private hands. Every possible turn is rolled out on the same sampled
 * worlds until the hand is over. A turn is eliminated once its paired difference to the best is significant. The final
 * choice is by lower confidence bound.
 */
import { type Game, type Rng, RuleError, type State } from '@ludoforge/kernel'
import { privateHandHash } from '@ludoforge/play'
import type { PortableAnswer } from './answers.js'
import type { BeliefSampler, SampledWorld } from './beliefs.js'
import type { BudgetMeter } from './budget.js'
import { NON_TERMINAL_BOUND, softsign } from './evaluator.js'
import { playAnswers, enumerateTurns } from './enumerate-turns.js'
import type { StrategyModel } from './proposer.js'

const MAX_ROLLOUT = 400 // answers
const MIN_WORLDS = 8 // before the first elimination, and however small the budget is
const ELIMINATE_EVERY = 4 // worlds
const ELIMINATE_SE = 2 // standard errors of the paired difference
const LCB_SE = 1 // standard errors below the mean
const WIN_BONUS = 2 // for winning the game, in units of `#scale`

export interface PrivateHandSettings {
  readonly game: Game
  readonly seat: number
  readonly spending: BudgetMeter
  readonly rng: Rng
  readonly model: StrategyModel
  readonly beliefs: BeliefSampler
}

/** A candidate: a turn, and the strategy the seat plays after it. */
class Candidate {
  readonly values: number[] = [] // by world

  constructor(
    readonly answers: readonly PortableAnswer[],
    readonly strategy: number,
  ) {}

  get mean(): number {
    return meanOf(this.values)
  }

  /** The lower confidence bound of its value. */
  get lowerBound(): number {
    return this.mean - LCB_SE * standardError(this.values)
  }
}

export class PrivateHandSearch {
  readonly #settings: PrivateHandSettings
  readonly #hand: number
  readonly #hasWorth: boolean
  readonly #start: number
  readonly #worths: number[] = []
  readonly #promises: number[] = []
  readonly tried: number
  #candidates: Candidate[]
  readonly #eliminated: Candidate[] = []
  #scale = 0 // the mean change of worth in the first world
  #worldCount = 0

  constructor(settings: PrivateHandSettings) {
    const { game, seat, model, rng, beliefs } = settings
    this.#settings = settings
    const { world } = beliefs.draw()
    this.#hand = privateHandHash(game, world, seat)
    this.#hasWorth = game.worths(world, this.#worths)
    this.#start = this.#worth(world)
    const turns = enumerateTurns(game, [world, beliefs.draw().world], seat, model, rng)
    this.tried = turns.length
    const strategies = Array.from({ length: model.own(seat) }, (_, strategy) => strategy)
    this.#candidates = turns.flatMap((answers) =>
      strategies.map((strategy) => new Candidate(answers, strategy)),
    )
  }

  get done(): boolean {
    if (this.#candidates.every(({ answers }) => answers === this.#candidates[0]?.answers)) return true
    return this.spent >= 1 && this.#worldCount >= MIN_WORLDS
  }

  get spent(): number {
    return this.#settings.spending.spent
  }

  /** The best candidate so far, by lower confidence bound. */
  get best(): Candidate | undefined {
    let best: Candidate | undefined
    if (this.#worldCount > 0)
      for (const candidate of this.#candidates)
        if (best === undefined || candidate.lowerBound > best.lowerBound) best = candidate
    return best
  }

  /** The value of the best turn, from -1 (lost) to 1 (won). */
  get mean(): number {
    return this.#scaled(this.best?.mean ?? 0)
  }

  /** Returns every turn with its value, from -1 (lost) to 1 (won). The value of an eliminated turn is less exact. */
  turns(): { readonly answers: readonly PortableAnswer[]; readonly mean: number }[] {
    return [...this.#candidates, ...this.#eliminated].map(({ answers, mean }) => ({
      answers,
      mean: this.#scaled(mean),
    }))
  }

  #scaled(value: number): number {
    return NON_TERMINAL_BOUND * softsign((value - this.#start) / Math.max(1, this.#scale))
  }

  /** Tries all remaining candidates on one sampled world. */
  step(): void {
    const { spending, beliefs } = this.#settings
    const sampled = beliefs.draw()
    const values: number[] = []
    try {
      for (let at = 0; at < this.#candidates.length; at = values.length) this.#tryTurn(at, sampled, values)
    } catch (error) {
      spending.iterations += 1
      if (error instanceof RuleError) return // the sampled hidden values contradict each other
      throw error
    }
    if (this.#worldCount === 0) this.#scale = meanOf(values.map((value) => Math.abs(value - this.#start)))
    this.#candidates.forEach((candidate, i) => candidate.values.push(values[i] ?? 0))
    this.#worldCount += 1
    if (this.#worldCount === MIN_WORLDS) this.#settleStrategies()
    if (this.#worldCount >= MIN_WORLDS && this.#worldCount % ELIMINATE_EVERY === 0) this.#eliminate()
  }

  /**
   * Tries all candidates with this turn. Their strategies differ only once the seat decides again, so they share the
   * start.
   */
  #tryTurn(first: number, sampled: SampledWorld, values: number[]): void {
    const { game, spending, seat } = this.#settings
    const answers = this.#candidates[first]?.answers ?? []
    const s = game.fork(sampled.world)
    playAnswers(game, s, seat, answers)
    const decidesAgain = this.#rollOut(s, sampled)
    const value = decidesAgain ? 0 : this.#value(s)
    if (!decidesAgain) spending.iterations += 1
    for (let at = first; this.#candidates[at]?.answers === answers; at += 1) {
      if (!decidesAgain) values.push(value)
      else {
        const copy = game.fork(s)
        this.#rollOut(copy, sampled, this.#candidates[at]?.strategy)
        values.push(this.#value(copy))
        spending.iterations += 1
      }
    }
  }

  /** Plays until the hand is over. Without `strategy` it stops when the own seat decides, and returns true. */
  #rollOut(s: State, { strategies }: SampledWorld, strategy?: number): boolean {
    const { game, seat: me, model, rng } = this.#settings
    const picks: number[] = []
    for (let left = MAX_ROLLOUT; left > 0; left -= 1) {
      const seat = game.ask(s)?.seat
      if (seat === undefined) return false
      const hand = privateHandHash(game, s, me)
      // A seat that has shown or discarded its cards has an empty hand until the next deal.
      if (this.#hasWorth && hand !== this.#hand && (hand !== 0 || seat === me)) return false
      if (seat === me && strategy === undefined) return true
      model.answer(game, s, seat, rng, picks, seat === me ? (strategy ?? 0) : (strategies[seat] ?? 0))
      game.answer(s, picks, seat)
    }
    return false
  }

  /** Keeps the best strategy for each turn, and the first of turns with identical values. */
  #settleStrategies(): void {
    const best = new Map<readonly PortableAnswer[], Candidate>()
    for (const candidate of this.#candidates) {
      const known = best.get(candidate.answers)
      if (known === undefined || candidate.mean > known.mean) best.set(candidate.answers, candidate)
    }
    const different = new Map<string, Candidate>()
    for (const candidate of best.values()) {
      const key = candidate.values.join()
      if (!different.has(key)) different.set(key, candidate)
    }
    this.#candidates = [...different.values()]
  }

  /** Eliminates candidates that are significantly worse than the best (paired difference). */
  #eliminate(): void {
    const best = this.#candidates.reduce((a, b) => (b.mean > a.mean ? b : a))
    this.#candidates = this.#candidates.filter((candidate) => {
      const differences = best.values.map((value, i) => value - (candidate.values[i] ?? 0))
      const stays = meanOf(differences) <= ELIMINATE_SE * standardError(differences)
      if (!stays) this.#eliminated.push(candidate)
      return stays
    })
  }

  /** Returns the worth, plus a bonus for winning the game: in the last hand, winning is what matters. */
  #value(s: State): number {
    const { game, seat } = this.#settings
    const worth = this.#hasWorth ? this.#worth(s) : 0
    const outcome = game.outcome(s)
    const { seats } = game.def
    const isShared = outcome?.kind === 'rank' && outcome.winners.length === outcome.ranking.length
    if (outcome === undefined || outcome.kind === 'draw' || isShared) return worth
    const won = outcome.winners.includes(seats[seat]?.id ?? '')
    return worth + (won ? WIN_BONUS : -WIN_BONUS) * Math.max(1, this.#scale)
  }

  #worth(s: State): number {
    const { game, seat } = this.#settings
    if (!game.worths(s, this.#worths)) return 0
    const promise = game.promises(s, this.#promises) ? (this.#promises[seat] ?? 0) : 0
    return (this.#worths[seat] ?? 0) + promise
  }
}

function meanOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / Math.max(1, values.length)
}

/** Returns the standard error of the mean. */
function standardError(values: readonly number[]): number {
  const n = values.length
  if (n < 2) return 0
  const mean = meanOf(values)
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return Math.sqrt(squares / (n - 1) / n)
}
