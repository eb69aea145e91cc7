/** External agents: modules and programs of users. Needs Node. */
export type { AskedAgent, DecideAgent, MadeAgent, MakeAgent } from '../external/module-api.js'
export { closeAgents, inheritAgents, loadAgents, type LoadOptions } from './load.js'
export { AgentSpecError, outsideSpec, splitSpecs } from './spec.js'
export { startWorker } from './worker-start.js'
