/**
 * One search where seats have hands of their own: what to do with the own one. Every turn that can be made is tried on
 * the same deals, those that go with what others have answered, and played on until the hand is over. What is surely
 * worse leaves; in the end a turn counts for less, the less is known of it.
 */
import { type Game, type Rng, RuleError, type State } from '@ludoforge/kernel'
import { privateHandHash } from '@ludoforge/play'
import type { PortableAnswer } from './answers.js'
import type { BeliefSampler, SampledWorld } from './beliefs.js'
import type { BudgetMeter } from './budget.js'
import { NON_TERMINAL_BOUND, softsign } from './evaluator.js'
import { playAnswers, enumerateTurns } from './possible-turns.js'
import type { StrategyModel } from './proposer.js'

const LONGEST = 400 // answers, until a line of play breaks off
const FIRST_DEALS = 8 // before anything leaves, and however small the budget is
const EVERY = 4 // deals
const ELIMINATE_SE = 2 // standard errors
const DOUBT = 1 // standard errors that what a turn comes to may be less
const WON = 2 // what it is to win the game, in what lines of play come to on average

export interface HandSettings {
  readonly game: Game
  readonly seat: number
  readonly spending: BudgetMeter
  readonly rng: Rng
  readonly model: StrategyModel
  readonly beliefs: BeliefSampler
}

/** A turn, and the way in which the seat plays after it. */
class Line {
  readonly values: number[] = [] // what it came to, by deal

  constructor(
    readonly answers: readonly PortableAnswer[],
    readonly way: number,
  ) {}

  get mean(): number {
    return meanOf(this.values)
  }

  /** What it comes to at least, as far as is known. */
  get least(): number {
    return this.mean - DOUBT * errorOf(this.values)
  }
}

export class PrivateHandSearch {
  readonly #at: HandSettings
  readonly #hand: number
  readonly #hasWorth: boolean
  readonly #start: number
  readonly #worths: number[] = []
  readonly #promises: number[] = []
  readonly tried: number
  #lines: Line[]
  #scale = 0 // what the lines of the first deal came to, more or less than at the start
  #deals = 0

  constructor(settings: HandSettings) {
    const { game, seat, model, rng, beliefs } = settings
    this.#at = settings
    const { world } = beliefs.draw()
    this.#hand = privateHandHash(game, world, seat)
    this.#hasWorth = game.worths(world, this.#worths)
    this.#start = this.#worth(world)
    const turns = enumerateTurns(game, [world, beliefs.draw().world], seat, model, rng)
    this.tried = turns.length
    const ways = Array.from({ length: model.own(seat) }, (_, way) => way)
    this.#lines = turns.flatMap((answers) => ways.map((way) => new Line(answers, way)))
  }

  get done(): boolean {
    if (this.#lines.every(({ answers }) => answers === this.#lines[0]?.answers)) return true
    return this.spent >= 1 && this.#deals >= FIRST_DEALS
  }

  get spent(): number {
    return this.#at.spending.spent
  }

  /** The turn that is best so far. */
  get best(): Line | undefined {
    let best: Line | undefined
    if (this.#deals > 0)
      for (const line of this.#lines) if (best === undefined || line.least > best.least) best = line
    return best
  }

  /** What the best turn comes to, from -1, lost, to 1, won. */
  get mean(): number {
    return NON_TERMINAL_BOUND * softsign(((this.best?.mean ?? 0) - this.#start) / Math.max(1, this.#scale))
  }

  /** One deal: all that are left meet it. */
  step(): void {
    const { spending, beliefs } = this.#at
    const deal = beliefs.draw()
    const values: number[] = []
    try {
      for (let at = 0; at < this.#lines.length; at = values.length) this.#try(at, deal, values)
    } catch (error) {
      spending.iterations += 1
      if (error instanceof RuleError) return // what is imagined of hidden values need not fit together
      throw error
    }
    if (this.#deals === 0) this.#scale = meanOf(values.map((value) => Math.abs(value - this.#start)))
    this.#lines.forEach((line, i) => line.values.push(values[i] ?? 0))
    this.#deals += 1
    if (this.#deals === FIRST_DEALS) this.#settleWays()
    if (this.#deals >= FIRST_DEALS && this.#deals % EVERY === 0) this.#drop()
  }

  /** All lines with the turn of this one. They part only where the seat is to decide again. */
  #try(first: number, deal: SampledWorld, values: number[]): void {
    const { game, spending, seat } = this.#at
    const answers = this.#lines[first]?.answers ?? []
    const s = game.fork(deal.world)
    playAnswers(game, s, seat, answers)
    const again = this.#playOn(s, deal)
    const value = again ? 0 : this.#value(s)
    if (!again) spending.iterations += 1
    for (let at = first; this.#lines[at]?.answers === answers; at += 1) {
      if (!again) values.push(value)
      else {
        const copy = game.fork(s)
        this.#playOn(copy, deal, this.#lines[at]?.way)
        values.push(this.#value(copy))
        spending.iterations += 1
      }
    }
  }

  /** Goes on until the hand is over; without a way to play, until the seat is to decide again: then true. */
  #playOn(s: State, { ways }: SampledWorld, way?: number): boolean {
    const { game, seat: me, model, rng } = this.#at
    const picks: number[] = []
    for (let left = LONGEST; left > 0; left -= 1) {
      const seat = game.ask(s)?.seat
      if (seat === undefined) return false
      const hand = privateHandHash(game, s, me)
      // Who has shown or thrown away its cards has none, until the next are dealt.
      if (this.#hasWorth && hand !== this.#hand && (hand !== 0 || seat === me)) return false
      if (seat === me && way === undefined) return true
      model.answer(game, s, seat, rng, picks, seat === me ? (way ?? 0) : (ways[seat] ?? 0))
      game.answer(s, picks, seat)
    }
    return false
  }

  /** Each turn goes on in the way that did best after it; of turns that came to the same the first stays. */
  #settleWays(): void {
    const best = new Map<readonly PortableAnswer[], Line>()
    for (const line of this.#lines) {
      const known = best.get(line.answers)
      if (known === undefined || line.mean > known.mean) best.set(line.answers, line)
    }
    const different = new Map<string, Line>()
    for (const line of best.values()) {
      const key = line.values.join()
      if (!different.has(key)) different.set(key, line)
    }
    this.#lines = [...different.values()]
  }

  /** What is surely worse than the best leaves. */
  #drop(): void {
    const best = this.#lines.reduce((a, b) => (b.mean > a.mean ? b : a))
    this.#lines = this.#lines.filter(({ values }) => {
      const less = best.values.map((value, i) => value - (values[i] ?? 0))
      return meanOf(less) <= ELIMINATE_SE * errorOf(less)
    })
  }

  /** To win counts beside what was won: in the last hand it is what matters. */
  #value(s: State): number {
    const { game, seat } = this.#at
    const worth = this.#hasWorth ? this.#worth(s) : 0
    const outcome = game.outcome(s)
    const { seats } = game.def
    if (outcome === undefined || outcome.kind === 'draw' || outcome.winners.length === seats.length)
      return worth
    const won = outcome.winners.includes(seats[seat]?.id ?? '')
    return worth + (won ? WON : -WON) * Math.max(1, this.#scale)
  }

  #worth(s: State): number {
    const { game, seat } = this.#at
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

/** The standard error of the mean of these values. */
function errorOf(values: readonly number[]): number {
  const n = values.length
  if (n < 2) return 0
  const mean = meanOf(values)
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return Math.sqrt(squares / (n - 1) / n)
}
