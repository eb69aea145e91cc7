/**
 * Expected payoffs, best responses and exploitability, exactly, on a game tree. A best response to a fixed opponent is
 * computed from the ends of the tree: in each information set it takes the answer with the highest counterfactual value,
 * summed over all positions of the set (Zinkevich, Johanson, Bowling and Piccione 2007; Johanson, Waugh, Bowling and
 * Zinkevich 2011).
 */
import type { DecisionNode, GameTree, TreeNode } from './game-tree.js'
import { strategyAt, type TreePolicy } from './policy.js'

/** Returns the expected payoff of the first seat if both seats follow the policy. */
export function expectedPayoff({ root }: Pick<GameTree, 'root'>, policy: TreePolicy): number {
  const value = (node: TreeNode): number => {
    if (node.kind === 'terminal') return node.value
    const weights = node.kind === 'chance' ? node.probabilities : strategyAt(policy, node.set.index)
    let sum = 0
    node.children.forEach((child, i) => {
      const weight = weights[i] ?? 0
      if (weight > 0) sum += weight * value(child)
    })
    return sum
  }
  return value(root)
}

/** A best response of a seat: its expected payoff, and its answer in each information set of the seat (else -1). */
export interface BestResponse {
  readonly value: number
  readonly answers: readonly number[]
}

/** Returns a best response of a seat to the other seat's part of the policy. */
export function bestResponse({ root, sets }: GameTree, seat: number, policy: TreePolicy): BestResponse {
  const reach = reachOfOthers(root, seat, policy)
  const sign = seat === 0 ? 1 : -1
  const answers: number[] = sets.map(() => -1)
  const values = new Map<TreeNode, number>()

  const valueOf = (node: TreeNode): number => {
    const known = values.get(node)
    if (known !== undefined) return known
    const value = compute(node)
    values.set(node, value)
    return value
  }
  const compute = (node: TreeNode): number => {
    if (node.kind === 'terminal') return sign * node.value
    if (node.kind === 'decision' && node.set.seat === seat) {
      const child = node.children[answerIn(node)]
      return child === undefined ? 0 : valueOf(child)
    }
    const weights = node.kind === 'chance' ? node.probabilities : strategyAt(policy, node.set.index)
    return node.children.reduce((sum, child, i) => sum + (weights[i] ?? 0) * valueOf(child), 0)
  }
  const answerIn = ({ set }: DecisionNode): number => {
    const known = answers[set.index] ?? -1
    if (known >= 0) return known
    let best = -Infinity
    let answer = 0
    for (let i = 0; i < set.choices.length; i += 1) {
      let sum = 0
      for (const node of set.nodes) {
        const child = node.children[i]
        const weight = reach.get(node) ?? 0
        if (child !== undefined && weight > 0) sum += weight * valueOf(child)
      }
      if (sum > best) [best, answer] = [sum, i]
    }
    answers[set.index] = answer
    return answer
  }
  return { value: valueOf(root), answers }
}

/** The probability that chance and the other seat play to each decision of the seat. */
function reachOfOthers(root: TreeNode, seat: number, policy: TreePolicy): Map<TreeNode, number> {
  const reach = new Map<TreeNode, number>()
  const visit = (node: TreeNode, weight: number): void => {
    if (node.kind === 'terminal') return
    const own = node.kind === 'decision' && node.set.seat === seat
    if (own) reach.set(node, weight)
    const weights = own
      ? null
      : node.kind === 'chance'
        ? node.probabilities
        : strategyAt(policy, node.set.index)
    node.children.forEach((child, i) => visit(child, weights === null ? weight : weight * (weights[i] ?? 0)))
  }
  visit(root, 1)
  return reach
}

/** How far a policy is from an equilibrium. */
export interface Exploitability {
  readonly value: number // the expected payoff of the first seat
  readonly responses: readonly [number, number] // the payoffs of the best responses of both seats
  readonly nashConv: number // how much both best responses gain together
  readonly exploitability: number // the average of both gains: 0 in an equilibrium
}

/** Returns the exploitability of a policy: exactly, by a best response of each seat. */
export function exploitability(tree: GameTree, policy: TreePolicy): Exploitability {
  const responses = [bestResponse(tree, 0, policy).value, bestResponse(tree, 1, policy).value] as const
  const nashConv = responses[0] + responses[1] // a zero-sum game: the values of the policy cancel out
  return { value: expectedPayoff(tree, policy), responses, nashConv, exploitability: nashConv / 2 }
}
