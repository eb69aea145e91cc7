/** What the compiler has to say about a folder: collected, sorted, and shown to people or to tools. */
export { diagnosticsToJson, type Diagnostic, Reporter, sentence, type Severity } from './reporter.js'
export { didYouMean, nearest } from './nearest.js'
export { renderDiagnostic, renderDiagnostics, type RenderOptions } from './render.js'
