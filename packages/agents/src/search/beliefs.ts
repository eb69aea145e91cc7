/**
 * The beliefs of a seat about hidden information: importance sampling of determinizations. The weight of a world is the
 * likelihood of the others' observed answers, given their cards in it and a strategy drawn from the posterior.
 */
import { type Game, reseed, type Rng, type State } from '@ludoforge/kernel'
import { determinize, reopenSimultaneous } from '@ludoforge/play'
import { likelihood, type OpponentModel, type Observation } from './opponent-model.js'
import type { StrategyModel } from './proposer.js'

const ENOUGH_WEIGHT = 40 // sum of weights at which sampling stops
const MAX_WORLDS = 400
const MAX_OBSERVATIONS = 24 // the latest ones
const MIN_WEIGHT = 1e-5 // below it, the other observations are skipped
const GOLDEN_STEP = (Math.sqrt(5) - 1) / 2 // a low-discrepancy sequence: every world soon gets its share

/** A determinization and a strategy for each seat. */
export interface SampledWorld {
  readonly world: State
  readonly strategies: readonly number[]
}

export class BeliefSampler {
  readonly #worlds: SampledWorld[] = []
  readonly #sums: number[] = [] // cumulative weights
  #point: number // of the low-discrepancy sequence, from 0 to 1

  constructor(
    private readonly game: Game,
    state: State,
    private readonly me: number,
    private readonly rng: Rng,
    observations: readonly Observation[],
    model: StrategyModel,
    opponents: OpponentModel,
  ) {
    const posteriors = game.def.seats.map((_, seat) => opponents.posterior(seat, model))
    const latest = observations.slice(-MAX_OBSERVATIONS).reverse()
    let sum = 0
    for (let n = 0; n < MAX_WORLDS && sum < ENOUGH_WEIGHT; n += 1) {
      const world = determinize(game, state, me, rng)
      reopenSimultaneous(game, world, me)
      const strategies = posteriors.map((posterior) => sampleIndex(posterior, this.#uniform()))
      let weight = 1
      for (const observation of latest) {
        weight *= likelihood(game, observation, world, model, strategies[observation.seat] ?? 0, rng)
        if (weight < MIN_WEIGHT) break
      }
      sum += weight
      this.#worlds.push({ world, strategies })
      this.#sums.push(sum)
    }
    this.#point = this.#uniform()
  }

  /** Draws a world in proportion to its weight, and resamples future cards and dice. */
  draw(): SampledWorld {
    const { game, rng, me } = this
    this.#point = (this.#point + GOLDEN_STEP) % 1
    const point = this.#point * (this.#sums.at(-1) ?? 0)
    const sampled = this.#worlds[this.#sums.findIndex((sum) => sum > point)] ?? this.#worlds.at(-1)
    if (sampled === undefined) throw new Error('No determinization was sampled.')
    const world = determinize(game, sampled.world, me, rng, 'everything', sampled.world)
    reopenSimultaneous(game, world, me)
    reseed(world, rng)
    return { world, strategies: sampled.strategies }
  }

  #uniform(): number {
    return this.rng.word() / 4294967296
  }
}

/** Inverse transform sampling: returns an index for a uniform number from 0 to 1. */
function sampleIndex(probabilities: readonly number[], uniform: number): number {
  let rest = uniform
  for (let i = 0; i < probabilities.length; i += 1) {
    rest -= probabilities[i] ?? 0
    if (rest < 0) return i
  }
  return Math.max(0, probabilities.length - 1)
}
