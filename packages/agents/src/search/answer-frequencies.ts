/**
 * Answer frequencies by seat and question site, with additive smoothing: the strategy of a seat that follows no known
 * one.
 */
import type { Game, Question, Rng, State } from '@ludoforge/kernel'
import { type PortableAnswer, uniformProbability, isSimilar, picksOf } from './answers.js'
import { RandomProposer } from './proposer.js'

const WINDOW = 60 // the latest answers of a seat at one site
const PSEUDOCOUNT = 2 // the weight of the uniform prior, in answers
const MAX_TRIES = 8 // to draw an earlier answer that is legal

export class AnswerFrequencies {
  readonly #answers = new Map<string, PortableAnswer[]>()
  readonly #random = new RandomProposer()
  readonly #picks: number[] = []

  add(seat: number, answer: PortableAnswer): void {
    const given = this.#of(seat, answer.site)
    given.push(answer)
    if (given.length > WINDOW) given.shift()
  }

  forget(): void {
    this.#answers.clear()
  }

  /** Returns the smoothed frequency of similar answers among the earlier ones that are legal here. */
  chance(question: Question, answer: PortableAnswer): number {
    const legal = this.#of(question.seat, question.site).filter((earlier) =>
      picksOf(question, earlier, this.#picks),
    )
    const similar = legal.filter((earlier) => isSimilar(earlier, answer, question)).length
    return (similar + PSEUDOCOUNT * uniformProbability(question, answer)) / (legal.length + PSEUDOCOUNT)
  }

  /** Fills `picks` with an earlier answer, or with a random one as often as the prior says. */
  answer(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void {
    const given = this.#of(question.seat, question.site)
    if (rng.below(given.length + PSEUDOCOUNT) >= PSEUDOCOUNT)
      for (let tries = MAX_TRIES; tries > 0; tries -= 1) {
        const earlier = given[rng.below(given.length)]
        if (earlier !== undefined && picksOf(question, earlier, picks)) return
      }
    this.#random.propose(game, state, question, rng, picks)
  }

  #of(seat: number, site: number): PortableAnswer[] {
    const key = `${seat} ${site}`
    let given = this.#answers.get(key)
    if (given === undefined) this.#answers.set(key, (given = []))
    return given
  }
}
