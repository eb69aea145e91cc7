/** Reads the look of a game's folder, lays out its scene, and makes the files that a page needs of a game. */
export { coloursOf, terminalColour } from './build/colours.js'
export { namesIn } from './build/names.js'
export { otherMarks, sceneOf } from './build/scene.js'
export { lookIn } from './reader/folder.js'
export { type Look, PLAIN_LOOK } from './reader/look.js'
export { type LookRead, readLook } from './reader/read.js'
export { type GameFiles, gameFiles } from './files/index.js'
export { moduleText } from './files/module.js'
