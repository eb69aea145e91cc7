/** How a table comes to stand as it does: for servers and for tables without one. */
export { type DecisionEntry, type Entry, type EntryBody, lineOf } from './entries.js'
export { answered, byTheRules, decided, plain, undone } from './moments.js'
export { freeSince, historyOf, type HistoryWish, undoHorizon } from './history.js'
export { CannotMove, movedTo } from './moving.js'
export { botOnRecord, Recall, type Recalled } from './recall.js'
export { newsOf } from './news.js'
export {
  beginningIn,
  entriesIn,
  headerOf,
  HUMAN,
  readSave,
  saveFile,
  Scribe,
  type TraceEntry,
} from './saves.js'
export { type Eyes, eyesOf, grouped, seatsDeciding, show, tell, type Telling } from './tell.js'
export {
  type Beginning,
  beginningOf,
  type Moment,
  type Position,
  positionAt,
  undoing,
  type Undoing,
  walk,
  WrongRecord,
} from './walk.js'
export {
  type Evaluate,
  evaluating,
  NO_VALUES,
  orNothing,
  type Reckon,
  reckoner,
  valueTexts,
} from '@ludoforge/look'
