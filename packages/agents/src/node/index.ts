/** External agents: modules and programs of users. Needs Node. */
export type { DecisionContext, DecideAgent, ModuleAgent, MakeAgent } from '../external/module-api.js'
export { closeAgents, inheritAgents, loadAgents, type LoadOptions } from './load.js'
export { readSolvedPolicy } from './solved.js'
export { AgentSpecError, parseExternalSpec, splitSpecs } from './spec.js'
export { startWorker } from './start-worker.js'
