/** The compiler without Node: compiles files in memory, for editors and pages. `index.ts` adds what reads folders. */
export type { Compilation } from './compilation.js'
export { compileFiles } from './compile.js'
export { DECLARATION_KEYS } from './declare/index.js'
export {
  type Diagnostic,
  diagnosticsToJson,
  didYouMean,
  closestName,
  renderDiagnostic,
  renderDiagnostics,
  RecordingReporter,
  Reporter,
  capitalise,
} from './diagnostics/index.js'
export {
  coverageOf,
  coverExamples,
  type CoverageReport,
  type ExampleFailure,
  type ExampleReport,
  type ExampleResult,
  type UncoveredPoint,
  mutateExamples,
  type Mutation,
  type MutationRequest,
  runExamples,
  type Share,
  type Shares,
} from './examples/index.js'
export { setUpPosition } from './examples/set-up-position.js'
export type { CompileOptions, Dialect } from './dialect.js'
export { followersOf } from './elaborate/announcements.js'
export { extractBlocks } from './folder/index.js'
export { byCodeUnit, isRuleFile } from './folder/rule-files.js'
export { type UnansweredQuestion, unansweredQuestions } from './elaborate/policies/policy-use.js'
export { CompileError, compileExpression } from './evaluator.js'
export { compileGuides, compileLessons, courseWarnings } from './lessons/compile-lessons.js'
export { type LoadedGame, loadCompilation } from './loaded-game.js'
export { type SourceFile, Sources, type Span } from './source/index.js'
export { parseYaml, Reader, type YamlEntry, type YamlNode } from './yaml/index.js'
