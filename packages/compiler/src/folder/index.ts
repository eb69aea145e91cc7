/** The game folder: its files, and the fenced blocks in them that the compiler reads. */
export { type Block, extractBlocks, spanIn } from './blocks.js'
export { readFolder } from './read.js'
