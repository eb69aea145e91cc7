/** Built on the kernel: explanations, previews, moves, policies, traces, modules. */
export {
  determinize,
  imaginedPosition,
  privateHandHash,
  hasSecretsOnStack,
  reopenSimultaneous,
} from './determinize/determinize.js'
export {
  answerOutcomes,
  answerPositions,
  certainPosition,
  type ChanceOutcome,
  MAX_OUTCOMES,
  startOutcomes,
  TooManyOutcomes,
} from './chance/chance-outcomes.js'
export { generatorWords, hasDrawn } from './chance/drawn.js'
export { positionKey } from './chance/position-key.js'
export {
  type InformationState,
  informationState,
  ObservationHistory,
} from './information/information-state.js'
export { stateBytes } from './state-bytes.js'
export {
  type ActionKind,
  ActionSpace,
  actionSpaceOf,
  type AtomicAction,
  DIGIT_BASE,
  DONE,
} from './spaces/action-space.js'
export { PartialAnswer } from './spaces/partial-answer.js'
export type { ObservationEntry } from './spaces/observation-plan.js'
export {
  type Encoding,
  type ObservationCells,
  ObservationSpace,
  observationSpaceOf,
} from './spaces/observation-space.js'
export { applyEvents, type Board, isVisibleTo, eventsVisibleTo } from './apply-events.js'
export { PolicyVisibility } from './policy/policy-visibility.js'
export { entriesFor, FALLBACKS, policyNames, policySet, seatOptionOf } from './policy/entries.js'
export type { ExplainedDecision, Policy } from './policy/policy.js'
export { policyOf } from './policy/policy-of.js'
export {
  type GameModule,
  type Course,
  type LessonsModule,
  loadLessons,
  loadModule,
  type ModuleGame,
  writeLessons,
  writeModule,
} from './module.js'
export { type Evaluations, evaluations } from './workbench/evaluations.js'
export { type SpecializedRules, specializedRules } from './workbench/specialized-rules.js'
export { type Evaluated, type Expression, type LinkedValue, linkValue } from './workbench/values.js'
export {
  type LinkedExpression,
  type BlockContext,
  type BlockOptions,
  forceRolls,
  type LinkedBlock,
  linkBlock,
  linkExpr,
  showValue,
} from './workbench/workbench.js'
export { type Argument, LinkCache } from './workbench/link-cache.js'
export { type Acted, ActFailure, ActPlayer } from './acts/act-player.js'
export { PickError, type PickMeanings, Picks, type WrittenPick } from './acts/picks.js'
export type * from './lessons/guide.js'
export { type GuideMemory, GuideSession, type Said, type Talk } from './lessons/guide-session.js'
export type * from './lessons/lesson.js'
export { type CoursePlace, coursePlaces, placeText } from './lessons/course.js'
export { type Chosen, choiceIds, isSameChoice, LessonGame } from './lessons/lesson-game.js'
export { type Foresee, Judge, type Verdict } from './lessons/judge.js'
export {
  type Card,
  LessonFailure,
  type LessonPosition,
  LessonSession,
  type Reply,
  type SessionOptions,
} from './lessons/session.js'
export { isSeen, type Thing, thingsAt } from './lessons/things.js'
export { textMatches } from './acts/text-match.js'
export * from './moves/index.js'
export * from './trace/index.js'
export { explain } from './explain/index.js'
export type { Explanation, Reason } from './explain/explanation.js'
export type { NextQuestion } from './preview/continuation.js'
export { likelyAnswer } from './preview/likely-answer.js'
export { type Outlook, outlook, type Preview, preview } from './preview/preview.js'
export {
  type Language,
  english,
  languageOf,
  type Noun,
  type QuestionWords,
  withoutMark,
} from './language/index.js'
export {
  type Puzzle,
  PUZZLE_FILE,
  PUZZLE_FORMAT,
  PuzzleError,
  type PuzzleHeader,
  puzzleLine,
  type PuzzleMargin,
  type PuzzleSet,
  readPuzzles,
} from './puzzles/puzzle-file.js'
