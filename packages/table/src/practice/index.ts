/** Review and puzzles. */
export {
  judgePuzzle,
  puzzleState,
  type ReviewedText,
  reviewRuns,
  type TurnRun,
  type TurnText,
  type Verdict,
} from './practice.js'
