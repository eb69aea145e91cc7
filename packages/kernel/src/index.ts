/** The kernel: links a GameDef and runs it. Pure: no I/O, no clock, and random numbers from the state only. */
export * from './def/index.js'
export { shapeError } from './def/check.js'
export { cyclesIn } from './def/scc.js'
export { oversizedGroup } from './def/groups.js'
export { isPrintable, printable } from './def/printable.js'
export { isNamed, questionsNamed, questionsOf, type RuleQuestion } from './def/questions.js'
export { isCooperative, playersOption, presentSeats, teammates } from './def/players.js'
export { usesOf } from './def/uses.js'
export { suppositionFault } from './def/suppositions.js'
export { usedByRules, deferPolicies, withoutPolicies } from './def/rules.js'
export { gameDefSchema } from './def/schema.js'
export { definition, type DefinitionName, type Field, type NodeShape } from './def/table.js'
export { fromJson, type JsonText, toJson } from './def/json.js'
export {
  canonical,
  deepEqual,
  withoutUndefined,
  isInt32,
  isRecord,
  keysOf,
  stripSources,
} from './def/shape.js'
export { blocksOf, effectsIn, type Fields, partsOf, walk } from './def/walk.js'
export * from './errors.js'
export type * from './protocol.js'
export { linkGame } from './game/game.js'
export { Coverage, type RulePoint } from './link/coverage.js'
export { reseed, Rng } from './run/rng.js'
export { isComplete, NO_MORE, selectionError, selectable, THROUGHOUT } from './run/selection.js'
export { type GameSetup, setupOf } from './game/setup.js'
export { hiddenReason, type Viewer } from './infoflow/visibility.js'
export type { Slot, State } from './layout/state.js'
