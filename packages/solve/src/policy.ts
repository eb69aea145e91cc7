import type { PolicyTable } from '@ludoforge/agents'
import type { GameTree } from './game-tree.js'
import { Unsolvable } from './unsolvable.js'

/** A strategy for every information set of a tree, by its index: the probabilities of its answers. */
export type TreePolicy = readonly Float64Array[]

/** Returns the policy that gives every answer the same probability. */
export function uniformPolicy({ sets }: Pick<GameTree, 'sets'>): TreePolicy {
  return sets.map(({ choices }) => new Float64Array(choices.length).fill(1 / choices.length))
}

/** Returns a solved policy as a policy of this tree. It must know every information set, or be incomplete. */
export function policyFromTable({ game, sets }: GameTree, table: PolicyTable): TreePolicy {
  const { policy } = table
  if (policy.fingerprint !== game.fingerprint)
    throw new Unsolvable(`The policy was solved for other rules (${policy.game}, ${policy.fingerprint}).`)
  return sets.map(({ key, choices }) => {
    const entry = table.entry(key)
    if (entry !== undefined) return Float64Array.from(entry.probabilities)
    if (policy.complete)
      throw new Unsolvable(`The policy was solved for another scenario (${policy.scenario ?? 'the first'}).`)
    return new Float64Array(choices.length).fill(1 / choices.length)
  })
}

/** Returns the policy that is `first` for the first seat and `second` for the other. */
export function joinPolicies(
  { sets }: Pick<GameTree, 'sets'>,
  first: TreePolicy,
  second: TreePolicy,
): TreePolicy {
  return sets.map(({ seat, index }) => strategyAt(seat === 0 ? first : second, index))
}

/** Returns the probabilities in one information set. */
export function strategyAt(policy: TreePolicy, index: number): Float64Array {
  const found = policy[index]
  if (found === undefined) throw new Error(`The policy has no information set ${index}.`)
  return found
}
