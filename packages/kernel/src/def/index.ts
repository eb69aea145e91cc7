/** The GameDef: the plain data between the compiler and the machine. */
export * from './effect.js'
export * from './expr.js'
export * from './game.js'
export * from './types.js'
