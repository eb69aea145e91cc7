/** The compiler: from a folder of Markdown to a game that can be played. */
export * from './files.js'
export { readFolder } from './folder/read.js'
export { type GameHead, headOf } from './game-head.js'
export { compileFolder, InvalidGameFolder, loadGame } from './load-game.js'
