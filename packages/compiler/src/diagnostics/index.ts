/** Diagnostics: collected, sorted, and printed for people or for tools. */
export { diagnosticsToJson, type Diagnostic, Reporter, capitalise } from './reporter.js'
export { RecordingReporter } from './recording-reporter.js'
export { didYouMean, closestName } from './suggest.js'
export { renderDiagnostic, renderDiagnostics } from './render.js'
