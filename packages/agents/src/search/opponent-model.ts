/** How others play, as far as it shows: what they have answered, and which ways to play go with it. */
import type { Game, Rng, State } from '@ludoforge/kernel'
import { determinize, privateHandHash } from '@ludoforge/play'
import { type PortableAnswer, answerOf, uniformProbability, isSimilar } from './answers.js'
import { AnswerFrequencies } from './answer-frequencies.js'
import type { StrategyModel } from './proposer.js'

const REMEMBERED = 200 // answers at most, until they are weighed
const IMAGINED = 3 // positions in which an answer may have been given
const DEALS = 16 // where hands are hidden
const MISMATCH_LIKELIHOOD = 0.1 // how likely an answer is that does not go with a way to play
const NOISE = 0.2 // where hands are hidden: how many answers are given by lot in any way to play
const FIRST = Math.log(20) // by how much more the first way is taken for granted

export interface Observation {
  readonly before: State // as it was, with all that is hidden; only positions imagined from it are looked at
  readonly me: number
  readonly hand: number // the own one at that time
  readonly seat: number
  readonly answer: PortableAnswer
  readonly habitual: number // how likely it was by what the seat was used to answer
  readonly byLot: number // and by lot
}

/** The answers of others that this seat has seen. They are weighed only when it matters. */
export class OpponentModel {
  #seen: Observation[] = []
  readonly #likely: (number[] | undefined)[] = [] // by seat and way to play: the logarithm of how likely its answers are
  #game: Game | null = null
  readonly habits = new AnswerFrequencies()

  /** `state`: before the answer. */
  watch(game: Game, state: State, me: number, seat: number, picks: readonly number[]): void {
    if (this.#game !== game) {
      this.#seen.length = 0
      this.#likely.length = 0
      this.habits.forget()
      this.#game = game
    }
    const decision = game.decision(state, game.def.seats[seat]?.id)
    const question = game.ask(state, seat)
    if (decision === undefined || question === undefined || decision.secret) return
    if (decision.type === 'token') return // which one it is need not be known
    const answer = answerOf(question, picks)
    this.#seen.push({
      before: game.fork(state),
      me,
      hand: privateHandHash(game, state, me),
      seat,
      answer,
      habitual: this.habits.chance(question, answer),
      byLot: uniformProbability(question, answer),
    })
    this.habits.add(seat, answer)
    if (this.#seen.length > REMEMBERED) this.#seen.shift()
  }

  /**
   * Weighs what was seen. Where hands are hidden, what was answered while the own hand was the one that it is now is left
   * out: it tells of the hands of others as well. Gives that.
   */
  update(model: StrategyModel, rng: Rng, hand: number | null): readonly Observation[] {
    const now: Observation[] = []
    let together: Observation[] = []
    for (const seen of this.#seen) {
      if (seen.hand === hand) now.push(seen)
      else {
        if (hand === null || seen.hand !== together[0]?.hand) {
          this.#weighTogether(together, model, rng, hand === null ? IMAGINED : DEALS)
          together = []
        }
        together.push(seen)
      }
    }
    this.#weighTogether(together, model, rng, hand === null ? IMAGINED : DEALS)
    this.#seen = now
    return now
  }

  /** For every seat the way to play that goes best with what it did; at first the first. */
  get likeliest(): readonly number[] {
    return Array.from(this.#likely, (likely = []) => {
      const found = likely.map((value, way) => (way === 0 ? value + FIRST : value))
      return Math.max(0, found.indexOf(Math.max(...found)))
    })
  }

  /** How likely each way is for this seat. */
  posterior(seat: number, model: StrategyModel): readonly number[] {
    const likely = this.#likely[seat] ?? []
    const most = likely.length === 0 ? 0 : Math.max(...likely)
    const posterior = Array.from({ length: model.ways(seat) }, (_, way) => {
      return model.prior(seat, way) * Math.exp((likely[way] ?? 0) - most)
    })
    const sum = posterior.reduce((a, b) => a + b, 0)
    return posterior.map((value) => value / sum)
  }

  /** What was answered while the own hand was the same: those who answered had the same cards all the time. */
  #weighTogether(seen: readonly Observation[], model: StrategyModel, rng: Rng, deals: number): void {
    const game = this.#game
    const last = seen.at(-1)
    if (game === null || last === undefined) return
    const worlds = Array.from({ length: deals }, () => determinize(game, last.before, last.me, rng))
    for (const seat of new Set(seen.map((one) => one.seat))) {
      const ways = model.ways(seat)
      const likely = (this.#likely[seat] ??= [])
      for (let way = 0; ways > 1 && way < ways; way += 1) {
        let sum = 0
        for (const world of worlds) {
          let one = 1
          for (const answer of seen)
            if (answer.seat === seat) one *= likelihood(game, answer, world, model, way, rng)
          sum += one
        }
        likely[way] = (likely[way] ?? 0) + Math.log(Math.max(sum, Number.MIN_VALUE) / deals)
      }
    }
  }
}

/**
 * How well an answer goes with a way to play: would it have been given, with the cards of this world? Where nothing is
 * hidden the world is that before the answer.
 */
export function likelihood(
  game: Game,
  seen: Observation,
  world: State,
  model: StrategyModel,
  way: number,
  rng: Rng,
): number {
  if (model.byHabit(seen.seat, way)) return seen.habitual
  if (!model.hidden) return goesWith(game, seen, world, model, way, rng) ? 1 : MISMATCH_LIKELIHOOD
  const then = determinize(game, seen.before, seen.me, rng, 'everything', world)
  return goesWith(game, seen, then, model, way, rng) ? 1 : NOISE * seen.byLot
}

/** Would one who plays this way have given this answer there, where it is asked as it was? */
function goesWith(
  game: Game,
  { seat, answer }: Observation,
  world: State,
  model: StrategyModel,
  way: number,
  rng: Rng,
): boolean {
  if (game.ask(world, seat)?.site !== answer.site) return false
  const picks: number[] = []
  model.answer(game, world, seat, rng, picks, way)
  // The question at hand is the game's own and may have been asked anew meanwhile.
  const again = game.ask(world, seat)
  return again !== undefined && isSimilar(answer, answerOf(again, picks), again)
}
