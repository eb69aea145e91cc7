/** Programs that decide. Each has a name, a seed, and no more knowledge than its seat. */
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
  makeAgent,
  optionsOfAgents,
  externalAgentNames,
  registerAgent,
  defaultAgent,
} from './registry.js'
export { AgentFailed } from './external/failure.js'
