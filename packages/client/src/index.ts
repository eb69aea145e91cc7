/** One interface to a table, local or on a server. */
export * from './session/index.js'
