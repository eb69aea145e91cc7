/** Agents from outside, for whoever plays where there is Node: modules and programs. */
export type { AskedAgent, DecideAgent, MadeAgent, MakeAgent } from '../outside/written.js'
export { closeAgents, inheritAgents, loadAgents, type LoadOptions } from './load.js'
export { AgentProblem, outsideSpec, splitSpecs } from './spec.js'
export { startWorker } from './worker-start.js'
