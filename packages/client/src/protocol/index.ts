/** The protocol between a server and whoever plays at it: schemas, from which types, checks and documents follow. */
export * from './documents.js'
export * from './errors.js'
export * from './messages.js'
export { MOST_HISTORY, MOST_TEXT } from './limits.js'
export { choice, name as ruleName, refusal } from './shapes.js'
export { openApi, socketSchema } from './describe.js'
export { type Endpoint, ENDPOINTS, type Reply, type Who } from './endpoints.js'
export { type EndpointName, PATHS } from './paths.js'
