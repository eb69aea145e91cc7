/** Solved policies, ready to be saved. */
import type { SolvedEntry, SolvedPolicy } from '@ludoforge/agents'
import type { Constant, Game } from '@ludoforge/kernel'
import { exploitability } from './best-response.js'
import type { ExternalSampling } from './external-sampling.js'
import type { GameTree, TreeNode } from './game-tree.js'
import { strategyAt, type TreePolicy } from './policy.js'

/** How a policy was made. */
export interface Provenance {
  readonly scenario: string | null
  readonly options: Readonly<Record<string, Constant>>
  readonly command: string
  readonly version: string
  readonly method: string
  readonly iterations: number
}

/** Returns a policy of a tree with its exact value and exploitability. */
export function solvedPolicyOf(tree: GameTree, policy: TreePolicy, provenance: Provenance): SolvedPolicy {
  const { game, payoff, sets } = tree
  const { value, exploitability: exploited } = exploitability(tree, policy)
  const weights = reachOf(tree, policy)
  const states = sets.map(
    ({ index, seat, key, observation, choices }): SolvedEntry => ({
      key,
      observation,
      seat: game.def.seats[seat]?.id ?? '',
      weight: weights[index] ?? 0,
      choices,
      probabilities: [...strategyAt(policy, index)],
    }),
  )
  return {
    ...head(game, provenance),
    payoff,
    values: [value, -value],
    exploitability: exploited,
    complete: true,
    states,
  }
}

/** Returns the average policy of external sampling. Its exploitability is unknown: nobody has built the tree. */
export function sampledPolicyOf(
  game: Game,
  sampling: ExternalSampling,
  provenance: Provenance,
): SolvedPolicy {
  const states = [...sampling.sets.values()].map((set): SolvedEntry => {
    const visits = set.sums.reduce((sum, one) => sum + one, 0)
    return {
      key: set.key,
      observation: set.observation,
      seat: game.def.seats[set.seat]?.id ?? '',
      weight: visits / Math.max(1, sampling.iterations),
      choices: set.choices,
      probabilities: [...sampling.strategy(set)],
    }
  })
  return {
    ...head(game, provenance),
    payoff: sampling.payoff,
    values: null,
    exploitability: null,
    complete: false,
    states,
  }
}

function head(game: Game, provenance: Provenance) {
  return {
    format: 'ludoforge-policy/1' as const,
    game: game.def.id,
    fingerprint: game.fingerprint,
    ...provenance,
  }
}

/** The probability that play reaches each information set if both seats follow the policy. */
function reachOf({ root, sets }: GameTree, policy: TreePolicy): Float64Array {
  const reach = new Float64Array(sets.length)
  const visit = (node: TreeNode, weight: number): void => {
    if (node.kind === 'terminal' || weight === 0) return
    const weights = node.kind === 'chance' ? node.probabilities : strategyAt(policy, node.set.index)
    if (node.kind === 'decision') reach[node.set.index] = (reach[node.set.index] ?? 0) + weight
    node.children.forEach((child, i) => visit(child, weight * (weights[i] ?? 0)))
  }
  visit(root, 1)
  return reach
}
