/** Learns the weights of features from played games, by regression. */
export {
  MIN_GAMES,
  learn,
  type Learned,
  type LearnedFeature,
  type LearnRequest,
  InsufficientData,
} from './learn.js'
export type { Measured, Target } from './model.js'
