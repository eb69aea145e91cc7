/** The coach of a guided game: suggestions, verdicts on turns, and looks back, as plain data. */
export { type JudgedTurn, type LookBackRequest, lookBack } from './look-back.js'
export {
  type CoachBudget,
  type CoachContext,
  type JudgeRequest,
  judgePlayedTurn,
  type SuggestedTurn,
  suggestTurns,
  type Suggestion,
  type TurnRequest,
  type TurnVerdict,
} from './suggest-turns.js'
export { endsTurn } from './sampled-turns.js'
