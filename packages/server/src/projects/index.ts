/** Rulebooks that designers store on a server. */
export { Projects, type ProjectViewer } from './projects.js'
export { DEFAULT_PROJECT_QUOTAS, type ProjectQuotas } from './quotas.js'
export { Sandbox, type SandboxLimits } from './sandbox.js'
