/** REST and socket. */
export { type AppOptions, buildApp } from './app.js'
