/** One interface to a table, local or on a server. */
export * from './coach/index.js'
export * from './session/index.js'
