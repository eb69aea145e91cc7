/** The fenced blocks of a game folder that the compiler reads. `read.ts` reads the folder itself. */
export { type Block, extractBlocks, spanIn } from './blocks.js'
