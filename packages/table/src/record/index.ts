/** The record of a table: entries, replay to positions, undo, rules migration and save files. */
export { activeDecisions, type DecisionEntry, type Entry, type EntryBody } from './entries.js'
export {
  clockAfter,
  clockFaceOf,
  type ClockState,
  type Deadline,
  deadlinesOf,
  startClock,
  timeLeft,
} from './clock.js'
export {
  CorruptRecord,
  type GameStart,
  type Position,
  positionAt,
  replayEntries,
  seatsDeciding,
  startOf,
  type Transition,
} from './replay.js'
export {
  MigrationError,
  type PartialReplay,
  type ReplayStop,
  replayUnder,
  replayWhileLegal,
} from './rules-migration.js'
export {
  entriesFromSave,
  gameStartOfSave,
  saveHeaderOf,
  HUMAN,
  readSave,
  saveFile,
  SaveWriter,
  type TraceEntry,
} from './saves.js'
export { isSnapshotDue } from './snapshots.js'
export {
  answerTransition,
  decisionTransition,
  nonGameTransition,
  refuseIllegal,
  undoTransition,
} from './transitions.js'
export { type KnownOrNeeded, NO_HORIZON, UndoLine, type UndoPlan } from './undo-plan.js'
export { botOnRecord, isBotOnRecord, type UndoneAnswer, UndoneAnswers } from './undone-answers.js'
