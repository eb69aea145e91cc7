/** `@ludoforge/desk/session`: follows a rulebook while it is edited. */
export { DeskExamples, type ExampleEntry, type ExampleNote } from './desk-examples.js'
export { DeskTable, type ReplayNote, type TableWish } from './desk-table.js'
export type { BuildResult } from './game-builder.js'
export type { GameVersion, SessionProblem } from './game-version.js'
export { DeskSession, finish } from './session.js'
export { answerText } from './example-steps.js'
export { type InsertedExample, insertExample } from './insert-example.js'
export { draftExample, draftText, type ExampleDraft } from './write-example.js'
