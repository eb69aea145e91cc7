import {
  type Question,
  type Game,
  IllegalChoice,
  type PolicyReason,
  Rng,
  RuleError,
  type State,
} from '@ludoforge/kernel'
import { determinize, hasSecretsOnStack } from '@ludoforge/play'
import type { Agent } from './agent.js'
import { needsSampling } from './stochastic.js'
import { drawAnswer } from './random.js'
import { SubsetSampler } from './subset-sampler.js'

/** How much work one decision takes. */
interface Effort {
  readonly candidates: number // answers evaluated; a random sample if there are more
  readonly determinizations: number // if there is anything to sample; otherwise one
}

const DEFAULT_EFFORT: Effort = { candidates: 48, determinizations: 4 }
const WIN = 1e9

/**
 * One-step lookahead: takes the answer with the greatest `worth` for its seat right after it. Hidden cards, future dice
 * and others' simultaneous answers are sampled: it evaluates its answers on determinizations of its view. While secret
 * answers are on the stack it answers at random.
 */
export class GreedyAgent implements Agent {
  readonly name = 'greedy'
  readonly #rng: Rng
  readonly #selector = new SubsetSampler()
  #tried = 0 // answers of the last choice
  #equal = 0 // those of them that were as good

  constructor(
    seed: number | string,
    private readonly effort = DEFAULT_EFFORT,
  ) {
    this.#rng = new Rng(seed)
  }

  /** Reveals how many answers the seat has, so only the seat may know it. */
  why(): readonly PolicyReason[] {
    if (this.#tried < 2) return []
    const text =
      this.#equal === this.#tried
        ? `one of ${this.#equal} equally good`
        : `it leads to the best position of ${this.#tried} answers tried`
    return [{ text, secret: true }]
  }

  choose(game: Game, state: State, seat: number): readonly number[] {
    this.#tried = 0
    const question = game.ask(state, seat)
    if (question === undefined) throw new Error('This seat has no decision to make.')
    if (hasSecretsOnStack(game, state)) {
      // Looking ahead could reveal the others' secret answers.
      const picks: number[] = []
      drawAnswer(question, this.#rng, this.#selector, picks)
      return picks
    }
    const candidates = this.#candidates(question)
    if (candidates.length === 1) return candidates[0] ?? []
    const sums = candidates.map(() => 0)
    const rounds = needsSampling(game) ? this.effort.determinizations : 1
    for (let round = 0; round < rounds; round += 1) {
      // Every candidate gets the same determinization (common random numbers), so that luck doesn't decide.
      const world = this.#determinize(game, state, seat)
      candidates.forEach((picks, i) => {
        sums[i] = (sums[i] ?? 0) + worthAfter(game, world, picks, seat)
      })
    }
    const best = Math.max(...sums)
    const equals = candidates.filter((_, i) => sums[i] === best)
    this.#tried = candidates.length
    this.#equal = equals.length
    return equals[this.#rng.below(equals.length)] ?? []
  }

  /** Returns a determinization in which the others have given their simultaneous answers, at random. */
  #determinize(game: Game, state: State, seat: number): State {
    const world = determinize(game, state, idOf(game, seat), this.#rng)
    for (const other of game.deciding(world)) {
      const question = other === seat ? undefined : game.ask(world, other)
      if (question === undefined) continue
      const picks: number[] = []
      drawAnswer(question, this.#rng, this.#selector, picks)
      game.answer(world, picks, other)
    }
    return world
  }

  /** Returns every answer if there are few, and a random sample otherwise. */
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

/** Returns the answers that take an offer. */
function takeOffers({ offers }: Question): (readonly number[])[] {
  return offers.map((_, i) => [-1 - i])
}

/** Returns the number of single-pick answers, or infinity if answers are sets. */
function answersOf(question: Question): number {
  if (question.kind === 'number') return question.max - question.min + 1
  if (question.kind === 'many' && (question.max > 1 || question.min > 1)) return Number.POSITIVE_INFINITY
  return question.values.length
}

function idOf({ def }: Game, seat: number): string {
  return def.seats[seat]?.id ?? ''
}

function worthAfter(game: Game, world: State, picks: readonly number[], seat: number): number {
  const copy = game.fork(world)
  try {
    game.answer(copy, picks, seat)
  } catch (error) {
    // The answer may be illegal in the determinization, and sampled hidden variables may contradict each other and
    // make a rule fail. Any other error is a bug in the game.
    if (error instanceof IllegalChoice) return 0
    if (error instanceof RuleError && game.def.variables.some(({ hidden }) => hidden !== undefined)) return 0
    throw error
  }
  const outcome = game.outcome(copy)
  const id = idOf(game, seat)
  if (outcome !== undefined && outcome.kind !== 'draw') return outcome.winners.includes(id) ? WIN : -WIN
  return game.worth(copy, id) ?? 0
}
