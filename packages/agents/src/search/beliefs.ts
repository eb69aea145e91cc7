/**
 * What a seat takes for likely of all that it may imagine. Others have shown something by what they answered: a
 * deal counts for more, the better their answers go with it and with the way in which they play.
 */
import { type Game, reseed, type Rng, type State } from '@ludoforge/kernel'
import { determinize, reopenSimultaneous } from '@ludoforge/play'
import { likelihood, type OpponentModel, type Observation } from './opponent-model.js'
import type { StrategyModel } from './proposer.js'

const ENOUGH = 40 // deals, as much as they weigh
const MOST = 400 // deals that are weighed
const LATEST = 24 // answers that are looked at
const LEAST = 1e-5 // what weighs less is not looked at any longer
const GOLDEN_STEP = (Math.sqrt(5) - 1) / 2 // of the sum of weights, from one that is drawn to the next: all get their share soon

/** A position as it may be, and the way in which each seat may play. */
export interface SampledWorld {
  readonly world: State
  readonly ways: readonly number[]
}

export class BeliefSampler {
  readonly #deals: SampledWorld[] = []
  readonly #sums: number[] = [] // of the weights, up to each
  #lot: number

  constructor(
    private readonly game: Game,
    state: State,
    private readonly me: number,
    private readonly rng: Rng,
    seen: readonly Observation[],
    model: StrategyModel,
    manners: OpponentModel,
  ) {
    const odds = game.def.seats.map((_, seat) => manners.posterior(seat, model))
    const latest = seen.slice(-LATEST).reverse()
    let sum = 0
    for (let n = 0; n < MOST && sum < ENOUGH; n += 1) {
      const world = determinize(game, state, me, rng)
      reopenSimultaneous(game, world, me)
      const ways = odds.map((likely) => drawn(likely, this.#chance()))
      let weight = 1
      for (const one of latest) {
        weight *= likelihood(game, one, world, model, ways[one.seat] ?? 0, rng)
        if (weight < LEAST) break
      }
      sum += weight
      this.#deals.push({ world, ways })
      this.#sums.push(sum)
    }
    this.#lot = this.#chance()
  }

  /** One of them, each as often as it is likely, with cards to come and dice of its own. */
  draw(): SampledWorld {
    const { game, rng, me } = this
    this.#lot = (this.#lot + GOLDEN_STEP) % 1
    const lot = this.#lot * (this.#sums.at(-1) ?? 0)
    const deal = this.#deals[this.#sums.findIndex((sum) => sum > lot)] ?? this.#deals.at(-1)
    if (deal === undefined) throw new Error('Nothing was imagined.')
    const world = determinize(game, deal.world, me, rng, 'everything', deal.world)
    reopenSimultaneous(game, world, me)
    reseed(world, rng)
    return { world, ways: deal.ways }
  }

  #chance(): number {
    return this.rng.word() / 4294967296
  }
}

/** The number of one of these, each as often as it is likely. */
function drawn(odds: readonly number[], lot: number): number {
  let rest = lot
  for (let at = 0; at < odds.length; at += 1) {
    rest -= odds[at] ?? 0
    if (rest < 0) return at
  }
  return Math.max(0, odds.length - 1)
}
