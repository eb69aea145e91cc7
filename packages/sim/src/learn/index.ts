/** What features of a position promise, learned from games. */
export {
  FEWEST_GAMES,
  learn,
  type Learned,
  type LearnedFeature,
  type LearnRequest,
  InsufficientData,
} from './learn.js'
export type { Measured, Target } from './model.js'
