/** Exact answers for small games: trees over information states, best responses, equilibria, minimax values. */
export { sampleAgent } from './agent-policy.js'
export {
  bestResponse,
  type BestResponse,
  expectedPayoff,
  exploitability,
  type Exploitability,
} from './best-response.js'
export { CfrPlus } from './cfr-plus.js'
export { expectiminimax } from './expectiminimax.js'
export { ExternalSampling } from './external-sampling.js'
export {
  buildTree,
  type GameTree,
  type InformationSet,
  type TreeNode,
  type TreeOptions,
} from './game-tree.js'
export { minimax, type SearchOptions, type SearchResult } from './minimax.js'
export type { Payoff } from './payoffs.js'
export { joinPolicies, policyFromTable, type TreePolicy, uniformPolicy } from './policy.js'
export { type Provenance, sampledPolicyOf, solvedPolicyOf } from './solved-policy.js'
export { Unsolvable } from './unsolvable.js'
