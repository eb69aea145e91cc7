/** Balance: what many games show about a game's rules. */
export { compareEvaluations, type Comparison, type FigureDifference } from './compare.js'
export type { CourseSummary } from './course-summary.js'
export {
  evaluationSeries,
  type EvaluationRequest,
  EvaluationSeries,
  type LineRuns,
} from './evaluation-series.js'
export type {
  Distribution,
  Evaluation,
  FinalMargins,
  FirstPlayer,
  RuleCoverage,
  SeatSummary,
} from './evaluation.js'
export type { EvaluationBatch } from './evaluator.js'
export type { GameNote, OptionName } from './game-note.js'
export type { GameScore } from './score-recorder.js'
export type { ScoreCurve, ScoreCurves } from './score-summary.js'
export type { OptionSummary, UseSummary } from './option-summary.js'
export { MIN_COMPARED_GAMES } from './seat-advantage.js'
