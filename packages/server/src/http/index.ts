/** REST endpoints and the WebSocket, on Fastify. */
export { serveMetrics } from './metrics-route.js'
export { type AppOptions, buildApp, DEFAULT_LIMITS } from './app.js'
export { OpenSockets } from './open-sockets.js'
