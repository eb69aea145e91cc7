import { type Question, type Game, IllegalChoice, Rng, RuleError, type State } from '@ludoforge/kernel'
import { determinize, hasSecretsOnStack } from '@ludoforge/play'
import type { Agent } from './agent.js'
import { needsSampling } from './stochastic.js'
import { drawAnswer } from './random.js'
import { SubsetSampler } from './selector.js'

/** How hard it tries. */
interface Effort {
  readonly candidates: number // answers looked at; of more than these a random part
  readonly imagined: number // positions imagined where there is chance
}

const USUAL: Effort = { candidates: 48, imagined: 4 }
const WIN = 1e9

/**
 * Looks one step ahead: takes the answer after which its seat's `worth` is greatest. What it cannot see
 * (hidden cards, dice to come, what others answer who are asked at the same time) it imagines: it tries its
 * answers on positions that agree with its view. While a rule keeps secret answers it guesses.
 */
export class GreedyAgent implements Agent {
  readonly name = 'greedy'
  readonly #rng: Rng
  readonly #selector = new SubsetSampler()

  constructor(
    seed: number | string,
    private readonly effort = USUAL,
  ) {
    this.#rng = new Rng(seed)
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has nothing to choose.')
    if (hasSecretsOnStack(game, state)) {
      // Looking ahead could tell what others have chosen in secret.
      const picks: number[] = []
      drawAnswer(question, this.#rng, this.#selector, picks)
      return picks
    }
    const candidates = this.#candidates(question)
    if (candidates.length === 1) return candidates[0] ?? []
    const sums = candidates.map(() => 0)
    const rounds = needsSampling(game) ? this.effort.imagined : 1
    for (let round = 0; round < rounds; round += 1) {
      // All answers meet the same imagined position, so that luck does not decide between them.
      const imagined = this.#imagine(game, state, seat)
      candidates.forEach((picks, i) => {
        sums[i] = (sums[i] ?? 0) + worthAfter(game, imagined, picks, seat)
      })
    }
    const best = Math.max(...sums)
    const equals = candidates.filter((_, i) => sums[i] === best)
    return equals[this.#rng.below(equals.length)] ?? []
  }

  /** A position that agrees with what the seat sees, and in which nobody but the seat is to answer. */
  #imagine(game: Game, state: State, seat: number): State {
    const imagined = determinize(game, state, idOf(game, seat), this.#rng)
    for (const other of game.deciding(imagined)) {
      const question = other === seat ? undefined : game.ask(imagined, other)
      if (question === undefined) continue
      const picks: number[] = []
      drawAnswer(question, this.#rng, this.#selector, picks)
      game.answer(imagined, picks, other)
    }
    return imagined
  }

  /** Every answer if they are few, otherwise a random part of them. */
  #candidates(question: Question): (readonly number[])[] {
    const size = answersOf(question)
    const most = this.effort.candidates
    if (size <= most) {
      const first = question.kind === 'number' ? question.min : 0
      const all: (readonly number[])[] = Array.from({ length: size }, (_, i) => [first + i])
      if (question.optional || (question.kind === 'many' && question.min === 0)) all.push([])
      return [...all, ...takeOffers(question)]
    }
    const found = new Map<string, readonly number[]>()
    for (let i = 0; i < most; i += 1) {
      const picks: number[] = []
      drawAnswer(question, this.#rng, this.#selector, picks)
      found.set(picks.join(), picks)
    }
    return [...found.values(), ...takeOffers(question)]
  }
}

/** The answers that take an offer. */
function takeOffers({ offers }: Question): (readonly number[])[] {
  return offers.map((_, i) => [-1 - i])
}

/** How many single picks make all the answers; infinite where answers are sets. */
function answersOf(question: Question): number {
  if (question.kind === 'number') return question.max - question.min + 1
  if (question.kind === 'many' && (question.max > 1 || question.min > 1)) return Number.POSITIVE_INFINITY
  return question.values.length
}

function idOf({ def }: Game, seat: number): string {
  return def.seats[seat]?.id ?? ''
}

function worthAfter(game: Game, imagined: State, picks: readonly number[], seat: number): number {
  const copy = game.fork(imagined)
  try {
    game.answer(copy, picks, seat)
  } catch (error) {
    // Not offered in the position imagined, though it is in the real one; or a rule that fails there, for hidden
    // values that are only imagined need not fit together. Other errors are the game's own.
    if (error instanceof IllegalChoice) return 0
    if (error instanceof RuleError && game.def.variables.some(({ hidden }) => hidden !== undefined)) return 0
    throw error
  }
  const outcome = game.outcome(copy)
  const id = idOf(game, seat)
  if (outcome !== undefined && outcome.kind !== 'draw') return outcome.winners.includes(id) ? WIN : -WIN
  return game.worth(copy, id) ?? 0
}
