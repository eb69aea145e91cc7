/** Agents: programs that decide for a seat. Each has a name and a seed, and knows what its seat may know. */
export type {
  Agent,
  SearchTaskResult,
  SearchWorkers,
  PlannedAnswer,
  SearchTask,
  ThinkOptions,
} from './agent.js'
export { choiceOfPicks, picksOfChoice } from './choice.js'
export { runSearchTask } from './search/root-parallel.js'
export {
  AGENT_NAMES,
  agentNames,
  agentSpecError,
  budgetOf,
  readsPolicies,
  makeAgent,
  optionsOfAgents,
  externalAgentNames,
  registerAgent,
  defaultAgent,
} from './registry.js'
export { type Budget, parseBudget } from './search/budget.js'
export { uncertaintyOf } from './stochastic.js'
export { PolicyTable, SolvedAgent } from './solved/solved-agent.js'
export type { SolvedEntry, SolvedPolicy } from './schemas/solved-policy.js'
export { AgentFailed } from './external/failure.js'
export { type PlayoutSummary, summarizeOutcomes } from './external/playout-summary.js'
export { type RankedTurn, type RankRequest, rankTurns, type TurnRanking } from './turns/rank-turns.js'
export { isTurnOver } from './search/list-turns.js'
export { actionOf, kindOfTurn, type TurnStep } from './turns/turn.js'
export {
  judgeTurn,
  type Lead,
  leadOf,
  playTurn,
  puzzlePosition,
  type PuzzleVerdict,
  seedOf,
  verifyPuzzle,
} from './turns/puzzle.js'
export {
  LEAST_LOSS,
  type PlayedTurn,
  type ReviewBudget,
  type ReviewedTurn,
  reviewTurn,
  turnsIn,
  worstTurns,
} from './turns/review.js'
