/** Programs that decide. Each has a name, a seed, and no more knowledge than its seat. */
export type { Agent, Found, Helpers, Intention, Part, Thinking } from './agent.js'
export { choiceOfPicks, picksOfChoice } from './choice.js'
export { workOn } from './search/parts.js'
export {
  AGENT_NAMES,
  agentNames,
  agentProblem,
  makeAgent,
  optionsOfAgents,
  outsideNames,
  registerAgent,
  usualAgent,
} from './make.js'
export { AgentFailed } from './outside/failure.js'
