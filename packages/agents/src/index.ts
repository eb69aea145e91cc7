/** Programs that decide. Each has a name, a seed, and no more knowledge than its seat. */
export type { Agent, Intention, Thinking } from './agent.js'
export { choiceOfPicks, picksOfChoice } from './choice.js'
export { type Found, type Helpers, type Part, workOn } from './search/parts.js'
export { AGENT_NAMES, agentProblem, makeAgent, optionsOfAgents, usualAgent } from './make.js'
