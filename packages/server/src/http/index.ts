/** REST endpoints and the WebSocket, on Fastify. */
export { type AppOptions, buildApp } from './app.js'
