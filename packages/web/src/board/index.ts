/** The board of any game, and what is told of a space. */
export { Board } from './board.js'
export type { BoardProps, Glow, Glowing, Target } from './types.js'
