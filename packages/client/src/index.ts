/** A table, here or on a server, behind one interface; and the protocol between them. */
export * from './protocol/index.js'
export * from './table/index.js'
export * from './play/index.js'
export * from './story/index.js'
