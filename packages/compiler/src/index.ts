/** The compiler: from a folder of Markdown to a game that can be played. */
export { compileFiles, compileFolder, type Compilation } from './compile.js'
export {
  type Diagnostic,
  diagnosticsToJson,
  didYouMean,
  closestName,
  renderDiagnostic,
  renderDiagnostics,
  Reporter,
  capitalise,
} from './diagnostics/index.js'
export {
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
export type { CompileOptions, Dialect } from './dialect.js'
export { extractBlocks, readFolder } from './folder/index.js'
export { type UnansweredQuestion, unansweredQuestions } from './elaborate/policies/policy-use.js'
export { CompileError } from './evaluator.js'
export { type GameHead, headOf } from './game-head.js'
export { type LoadedGame, loadCompilation, loadGame, InvalidGameFolder } from './load-game.js'
export { type SourceFile, Sources, type Span } from './source/index.js'
export { parseYaml, Reader, type YamlEntry, type YamlNode } from './yaml/index.js'
