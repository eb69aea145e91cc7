/** How others play, as far as it shows: by which of their policies, or by none. */
import { determinize, type Game, type Rng, type State } from '@ludoforge/kernel'
import { type Answer, answerOf, type Asked, isAlike } from './answers.js'
import type { Model } from './proposer.js'

const REMEMBERED = 200 // answers, until they are weighed
const IMAGINED = 3 // positions in which an answer may have been given
const SURPRISE = 0.1 // how likely an answer is at least
const FIRST = Math.log(20) // by how much more the first way is taken for granted

interface Seen {
  readonly before: State // as it was, with all that is hidden; only positions imagined from it are looked at
  readonly me: number
  readonly seat: number
  readonly answer: Answer
  readonly asked: Asked
}

/** Which ways to play go with the answers of others. They are weighed only when it matters. */
export class Manners {
  readonly #seen: Seen[] = []
  readonly #likely: (number[] | undefined)[] = [] // by seat and way to play: the logarithm of how likely its answers are
  #game: Game | null = null

  /** `state`: before the answer. */
  watch(game: Game, state: State, me: number, seat: number, picks: readonly number[]): void {
    if (this.#game !== game) {
      this.#seen.length = 0
      this.#likely.length = 0
      this.#game = game
    }
    const decision = game.decision(state, game.def.seats[seat]?.id)
    const question = game.ask(state, seat)
    if (decision === undefined || question === undefined || decision.secret) return
    if (this.#seen.length >= REMEMBERED || decision.type === 'token') return // which one it is need not be known
    const { kind, min, max } = question
    const answer = answerOf(question, picks)
    this.#seen.push({ before: game.fork(state), me, seat, answer, asked: { kind, min, max } })
  }

  /** For every seat the way to play, of those that the model knows, that goes best with what it did; at first the first. */
  of(model: Model, rng: Rng): readonly number[] {
    for (const seen of this.#seen) {
      const ways = model.ways(seen.seat)
      const likely = (this.#likely[seen.seat] ??= [FIRST])
      for (let way = 0; ways > 1 && way < ways; way += 1)
        likely[way] = (likely[way] ?? 0) + Math.log(this.#likelihood(seen, model, way, rng))
    }
    this.#seen.length = 0
    return Array.from(this.#likely, (likely) => likely?.indexOf(Math.max(...likely)) ?? 0)
  }

  #likelihood({ before, me, seat, answer, asked }: Seen, model: Model, way: number, rng: Rng): number {
    const game = this.#game
    const picks: number[] = []
    let alike = 0
    for (let n = 0; game !== null && n < IMAGINED; n += 1) {
      const world = determinize(game, before, me, rng)
      const question = game.ask(world, seat)
      if (question === undefined || question.site !== answer.site) continue
      model.answer(game, world, seat, rng, picks, way)
      const again = game.ask(world, seat)
      if (again !== undefined && isAlike(answer, answerOf(again, picks), asked)) alike += 1
    }
    return SURPRISE + ((1 - SURPRISE) * alike) / IMAGINED
  }
}
