/**
 * CFR+ (Tammelin 2014; Tammelin, Burch, Johanson and Bowling 2015): counterfactual regret minimization (Zinkevich and
 * others 2007) with regret matching+, alternating updates, and averages that weight iteration t by t.
 */
import type { GameTree, TreeNode } from './game-tree.js'
import { strategyAt, type TreePolicy, uniformPolicy } from './policy.js'
import { matchRegrets, normalize } from './regret-matching.js'

/** CFR+ on a game tree: regrets never fall below 0, and later iterations weigh more in the average policy. */
export class CfrPlus {
  readonly #regrets: Float64Array[]
  readonly #gains: Float64Array[] // of the traversal in progress
  readonly #sums: Float64Array[]
  readonly #current: TreePolicy
  readonly #reach: Float64Array // by information set: the probability that its seat plays there
  #iterations = 0

  constructor(private readonly tree: GameTree) {
    const empty = () => tree.sets.map(({ choices }) => new Float64Array(choices.length))
    this.#regrets = empty()
    this.#gains = empty()
    this.#sums = empty()
    this.#current = uniformPolicy(tree)
    this.#reach = new Float64Array(tree.sets.length)
  }

  get iterations(): number {
    return this.#iterations
  }

  /** Runs one iteration: an update of each seat, one after the other. */
  iterate(): void {
    this.#iterations += 1
    for (const seat of [0, 1]) {
      this.#average(seat)
      this.#visit(this.tree.root, seat, 1)
      this.#update(seat)
    }
  }

  /** Returns the average policy, which converges to an equilibrium. */
  policy(): TreePolicy {
    return this.#sums.map((sums) => normalize(sums))
  }

  /** Adds the current strategy of a seat to its average, weighted by the probability that the seat plays there. */
  #average(seat: number): void {
    const { sets } = this.tree
    for (const { index, seat: owner, parent } of sets) {
      if (owner !== seat) continue // the set of a parent comes before it
      const own =
        parent === null
          ? 1
          : (this.#reach[parent.set.index] ?? 0) *
            (strategyAt(this.#current, parent.set.index)[parent.answer] ?? 0)
      this.#reach[index] = own
      const strategy = strategyAt(this.#current, index)
      const sums = strategyAt(this.#sums, index)
      for (let i = 0; i < sums.length; i += 1)
        sums[i] = (sums[i] ?? 0) + this.#iterations * own * (strategy[i] ?? 0)
    }
  }

  /** Returns the value of a node for a seat. `others`: the probability that chance and the other seat play there. */
  #visit(node: TreeNode, seat: number, others: number): number {
    if (node.kind === 'terminal') return seat === 0 ? node.value : -node.value
    const { children } = node
    let value = 0
    if (node.kind === 'chance') {
      const { probabilities } = node
      for (let i = 0; i < children.length; i += 1) {
        const child = children[i]
        const weight = probabilities[i] ?? 0
        if (child !== undefined) value += weight * this.#visit(child, seat, others * weight)
      }
      return value
    }
    const { index } = node.set
    const strategy = strategyAt(this.#current, index)
    if (node.set.seat !== seat) {
      for (let i = 0; i < children.length; i += 1) {
        const child = children[i]
        const weight = strategy[i] ?? 0
        if (child !== undefined && weight > 0) value += weight * this.#visit(child, seat, others * weight)
      }
      return value
    }
    const gains = strategyAt(this.#gains, index)
    const values = children.map((child) => this.#visit(child, seat, others))
    for (let i = 0; i < values.length; i += 1) value += (strategy[i] ?? 0) * (values[i] ?? 0)
    for (let i = 0; i < values.length; i += 1)
      gains[i] = (gains[i] ?? 0) + others * ((values[i] ?? 0) - value)
    return value
  }

  /** Adds the gains of a traversal to the regrets, which never fall below zero. */
  #update(seat: number): void {
    for (const set of this.tree.sets) {
      if (set.seat !== seat) continue
      const regrets = strategyAt(this.#regrets, set.index)
      const gains = strategyAt(this.#gains, set.index)
      for (let i = 0; i < regrets.length; i += 1)
        regrets[i] = Math.max(0, (regrets[i] ?? 0) + (gains[i] ?? 0))
      gains.fill(0)
      matchRegrets(regrets, strategyAt(this.#current, set.index))
    }
  }
}
