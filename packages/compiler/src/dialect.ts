/**
 * Dialects: other notations for rules. A dialect reads top-level keys of `yaml` blocks and lowers them to the same nodes
 * as the rules notation. The compiler knows none of them: the caller passes the dialects to use.
 * `@ludoforge/compiler/dialect` exports this interface and the parts of the compiler that a dialect builds on.
 */
import type { ProcedureDef } from '@ludoforge/kernel'
import type { RuleNode } from './declare/index.js'
import type { RuleSource, SymbolTable } from './elaborate/index.js'

/** A notation of rules that plugs into the compiler. */
export interface Dialect {
  readonly name: string
  /** The top-level keys of `yaml` blocks that hold rules in this notation. */
  readonly keys: readonly string[]
  /** Reads the values of these keys, in the order in which the compiler read their blocks. */
  read(nodes: readonly RuleNode[]): DialectRules
}

/** The rules that a folder has in one dialect. */
export interface DialectRules extends RuleSource {
  /** Reports errors that show only when the rules of all notations are lowered. */
  check(world: SymbolTable, procedures: readonly ProcedureDef[]): void
}

/** The settings of a compilation. */
export interface CompileOptions {
  /** The notations of rules that the folder may use in addition to `rules` blocks. Default: none. */
  readonly dialects?: readonly Dialect[]
  /** The language of names and texts: `de` reads `words/de.yaml`. Default: as the author wrote them. */
  readonly language?: string
}

export { type RuleNode, parseTypeName } from './declare/index.js'
export { didYouMean, capitalise } from './diagnostics/index.js'
export {
  accepts,
  declareName,
  argumentsFor,
  argumentsForUnknownAction,
  asTitle,
  binding,
  boardNamed,
  classNamed,
  condition,
  defaultClass,
  defaultsOf,
  describe,
  elaborateTemplate,
  enumValue,
  DiagnosticError,
  resultTypeOf,
  sayingForm,
  sayingOf,
  type LoweredRules,
  needBoard,
  needDirection,
  needOnBoard,
  needType,
  needWithin,
  type Parameter,
  parameterDefs,
  phraseFilter,
  phraseWords,
  type ProcedureInfo,
  type RuleSource,
  Scope,
  shownSubject,
  supposedProcedure,
  attachAction,
  type Typed,
  typeOfWord,
  unknownName,
  windowNamed,
  type SymbolTable,
  type WrittenArgument,
} from './elaborate/index.js'
export { parseExpressionText, type TokenActionNode, tokenActionName } from './parser/index.js'
export { onlyItem, ownValue, type Span } from './source/index.js'
export { describeNode, Fields, Reader, type YamlList, type YamlMap, type YamlNode } from './yaml/index.js'
