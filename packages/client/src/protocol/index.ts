/** The protocol between a server and whoever plays at it: schemas, from which types, checks and documents follow. */
export * from './documents.js'
export * from './errors.js'
export * from './messages.js'
export { choice, name as ruleName } from './shapes.js'
export { openApi, socketSchema } from './describe.js'
export { type Endpoint, type EndpointName, ENDPOINTS, type Reply, type Who } from './endpoints.js'
