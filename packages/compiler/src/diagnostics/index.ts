/** What the compiler has to say about a folder: collected, sorted, and shown to people or to tools. */
export { diagnosticsToJson, type Diagnostic, Reporter, sentence } from './reporter.js'
export { didYouMean, closestName } from './suggest.js'
export { renderDiagnostic, renderDiagnostics } from './render.js'
