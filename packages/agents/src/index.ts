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
  readsPolicies,
  makeAgent,
  optionsOfAgents,
  externalAgentNames,
  registerAgent,
  defaultAgent,
} from './registry.js'
export { AgentFailed } from './external/failure.js'
