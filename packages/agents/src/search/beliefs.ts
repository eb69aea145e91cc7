/**
 * What a seat takes for likely of all that it may imagine. Others have shown something by what they answered: a
 * position counts for more, the better their answers go with it.
 */
import { determinize, type Game, handOf, reopen, reseed, type Rng, type State } from '@ludoforge/kernel'
import { type Answer, answerOf, type Asked, isAlike } from './answers.js'
import type { Proposer } from './proposer.js'

const REMEMBERED = 16 // answers
const IMAGINED = 48 // positions that are weighed
const UNLIKELY = 0.25 // how much less a position counts for each answer that does not go with it

interface Seen {
  readonly before: State // as it was, with all that is hidden; only positions imagined from it are looked at
  readonly seat: number
  readonly answer: Answer
  readonly asked: Asked
  readonly hand: number // the own one at that time
}

/** The answers of others that this seat has seen. */
export class Memory {
  readonly #seen: Seen[] = []
  #game: Game | null = null

  /** `state`: before the answer. */
  watch(game: Game, state: State, me: number, seat: number, picks: readonly number[]): void {
    if (this.#game !== game) {
      this.#seen.length = 0
      this.#game = game
    }
    const decision = game.decision(state, game.def.seats[seat]?.id)
    const question = game.ask(state, seat)
    if (decision === undefined || question === undefined || decision.secret) return
    if (decision.type === 'token') return // which one it is need not be known
    const { kind, min, max } = question
    const answer = answerOf(question, picks)
    this.#seen.push({
      before: game.fork(state),
      seat,
      answer,
      asked: { kind, min, max },
      hand: handOf(game, state, me),
    })
    if (this.#seen.length > REMEMBERED) this.#seen.shift()
  }

  /** Those that were given while the seat had the hand that it has now: before, others had others too. */
  since(game: Game, state: State, me: number): readonly Seen[] {
    const hand = handOf(game, state, me)
    return game === this.#game ? this.#seen.filter((seen) => seen.hand === hand) : []
  }
}

/** Positions to imagine, each as often as it is likely. */
export class Beliefs {
  readonly #worlds: State[] = []
  readonly #sums: number[] = [] // of the weights, up to each

  constructor(
    private readonly game: Game,
    state: State,
    me: number,
    private readonly rng: Rng,
    seen: readonly Seen[],
    model: Proposer,
  ) {
    let sum = 0
    for (let n = 0; n < IMAGINED; n += 1) {
      const world = determinize(game, state, me, rng)
      reopen(game, world, me)
      let weight = 1
      for (const one of seen) weight *= this.#likelihood(one, me, world, model)
      sum += weight
      this.#worlds.push(world)
      this.#sums.push(sum)
    }
  }

  /** A copy of one of them, with dice of its own. */
  draw(): State {
    const total = this.#sums.at(-1) ?? 0
    const lot = (this.rng.word() / 4294967296) * total
    let at = this.#sums.findIndex((sum) => sum > lot)
    if (at < 0) at = this.#sums.length - 1
    const world = this.#worlds[at]
    if (world === undefined) throw new Error('Nothing was imagined.')
    const copy = this.game.fork(world)
    reseed(copy, this.rng)
    return copy
  }

  /** How well an answer goes with a position: would the model have given it, with the cards that are imagined? */
  #likelihood({ before, seat, answer, asked }: Seen, me: number, world: State, model: Proposer): number {
    const { game, rng } = this
    const then = determinize(game, before, me, rng, 'everything', world)
    const question = game.ask(then, seat)
    if (question === undefined || question.site !== answer.site) return 1
    const picks: number[] = []
    model.propose(game, then, question, rng, picks)
    const again = game.ask(then, seat)
    return again === undefined || isAlike(answer, answerOf(again, picks), asked) ? 1 : UNLIKELY
  }
}
