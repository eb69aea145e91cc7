/** What seats are used to answer, at each place of the rules: how somebody plays who goes by nothing that is known. */
import type { Game, Question, Rng, State } from '@ludoforge/kernel'
import { type PortableAnswer, uniformProbability, isSimilar, picksOf } from './answers.js'
import { RandomProposer } from './proposer.js'

const KEPT = 60 // answers of a seat to one question
const BY_LOT = 2 // answers that are given by lot, beside those that are kept
const TRIES = 8 // to find one that can be given again

export class AnswerFrequencies {
  readonly #given = new Map<string, PortableAnswer[]>()
  readonly #random = new RandomProposer()
  readonly #picks: number[] = []

  add(seat: number, answer: PortableAnswer): void {
    const given = this.#of(seat, answer.site)
    given.push(answer)
    if (given.length > KEPT) given.shift()
  }

  forget(): void {
    this.#given.clear()
  }

  /** How likely this answer is: by how many were like it, of those that could be given here. */
  chance(question: Question, answer: PortableAnswer): number {
    const given = this.#of(question.seat, question.site).filter((one) => picksOf(question, one, this.#picks))
    const alike = given.filter((one) => isSimilar(one, answer, question)).length
    return (alike + BY_LOT * uniformProbability(question, answer)) / (given.length + BY_LOT)
  }

  /** Fills `picks` with an answer like those before, or with any. */
  answer(game: Game, state: State, question: Question, rng: Rng, picks: number[]): void {
    const given = this.#of(question.seat, question.site)
    if (rng.below(given.length + BY_LOT) >= BY_LOT)
      for (let tries = TRIES; tries > 0; tries -= 1) {
        const one = given[rng.below(given.length)]
        if (one !== undefined && picksOf(question, one, picks)) return
      }
    this.#random.propose(game, state, question, rng, picks)
  }

  #of(seat: number, site: number): PortableAnswer[] {
    const key = `${seat} ${site}`
    let given = this.#given.get(key)
    if (given === undefined) this.#given.set(key, (given = []))
    return given
  }
}
