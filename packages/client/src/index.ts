/** A table, here or on a server, behind one interface. */
export * from './session/index.js'
