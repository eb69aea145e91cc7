import { withoutUndefined } from '@ludoforge/kernel'
import { compareSpans, namesIn, formatLocation, type Sources, type Span } from '../source/index.js'

export type Severity = 'error' | 'warning'

/** An error or a warning, with its location. */
export interface Diagnostic {
  readonly severity: Severity
  readonly code: string // stable, kebab-case: tools and tests rely on it
  readonly message: string
  readonly span?: Span
  readonly hint?: string
  readonly also?: readonly Span[] // for an unknown name: its other uses
}

/** Follows what is reported. */
export interface ReportWatcher {
  warning(report: Parameters<Reporter['warn']>): void
  /** An error, or something that depends on one. */
  spoil(): void
}

/**
 * Collects diagnostics. One run reports all errors of a folder, each as one message, without its consequences.
 * An unknown name is reported once, with all its uses. It isn't reported if a statement or declaration that may
 * have introduced it had an error: its names are "spoiled".
 */
export class Reporter {
  readonly #found = new Map<string, Diagnostic>()
  readonly #unknown = new Map<string, Diagnostic[]>()
  readonly #spoiled = new Set<string>()
  #errors = 0
  watcher?: ReportWatcher

  /** With `sources`, an error spoils the names in the lines around it. */
  constructor(private readonly sources?: Sources) {}

  error(code: string, span: Span | undefined, message: string, hint?: string): void {
    this.watcher?.spoil()
    this.#add('error', code, span, message, hint)
  }

  /** Reports a use of an unknown name. */
  missing(name: string, code: string, span: Span | undefined, message: string, hint?: string): void {
    this.watcher?.spoil()
    const use: Diagnostic = { severity: 'error', code, message, ...withoutUndefined({ span, hint }) }
    const uses = this.#unknown.get(name)
    if (uses !== undefined) uses.push(use)
    else if (!this.#spoiled.has(name)) {
      this.#unknown.set(name, [use])
      this.#errors += 1
    }
    this.#spoilAt(span)
  }

  /** Reports an error, unless a reported text contains this name: then the error may be its consequence. */
  errorUnlessSpoiled(name: string, code: string, span: Span, message: string, hint?: string): void {
    if (!this.isSpoiled(name)) this.error(code, span, message, hint)
  }

  /** Marks the names in a reported text, which may have declared them. */
  spoil(names: Iterable<string>): void {
    this.watcher?.spoil()
    for (const name of names) this.#spoiled.add(name)
  }

  /** Whether a reported text contains this name, so that another error may be its consequence. */
  isSpoiled(name: string): boolean {
    this.watcher?.spoil()
    return this.#spoiled.has(name)
  }

  warn(code: string, span: Span | undefined, message: string, hint?: string): void {
    this.watcher?.warning([code, span, message, hint])
    this.#add('warning', code, span, message, hint)
  }

  get hasErrors(): boolean {
    return this.#errors > 0
  }

  /** All diagnostics so far: errors first, then in reading order. Those without a location come before the others. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values(), ...[...this.#unknown.values()].flatMap(mergeUses)].toSorted(compare)
  }

  #add(severity: Severity, code: string, span: Span | undefined, message: string, hint?: string): void {
    const diagnostic: Diagnostic = {
      severity,
      code,
      message,
      ...withoutUndefined({ span, hint }),
    }
    const { file, line, column, length } = span ?? { file: '', line: 0, column: 0, length: 0 }
    const key = JSON.stringify([severity, code, message, hint, file, line, column, length])
    if (this.#found.has(key)) return
    this.#found.set(key, diagnostic)
    if (severity === 'warning') return
    this.#errors += 1
    this.#spoilAt(span)
  }

  #spoilAt(span: Span | undefined): void {
    if (span !== undefined && this.sources !== undefined)
      this.spoil(namesIn(this.sources.around(span.file, span.line)))
  }
}

/** Merges the uses of an unknown name into one diagnostic at the first of them. */
function mergeUses(uses: readonly Diagnostic[]): Diagnostic[] {
  const [first, ...others] = uses.toSorted(compare)
  const places = new Map(
    others.flatMap(({ span }) => (span === undefined ? [] : [[formatLocation(span), span]])),
  )
  if (first === undefined) return []
  if (first.span !== undefined) places.delete(formatLocation(first.span))
  return [places.size === 0 ? first : { ...first, also: [...places.values()] }]
}

function compare(left: Diagnostic, right: Diagnostic): number {
  if (left.severity !== right.severity) return left.severity === 'error' ? -1 : 1
  if (left.span === undefined || right.span === undefined) {
    return Number(left.span !== undefined) - Number(right.span !== undefined)
  }
  return compareSpans(left.span, right.span)
}

/** The diagnostics as JSON for tools: one object each, with flattened locations. */
export function diagnosticsToJson(diagnostics: readonly Diagnostic[]): string {
  const plain = diagnostics.map(({ severity, code, message, span, hint, also }) => ({
    severity,
    code,
    message,
    ...(span === undefined ? {} : flatSpan(span)),
    ...withoutUndefined({ hint, also: also?.map(flatSpan) }),
  }))
  return JSON.stringify(plain, null, 2)
}

const flatSpan = ({ file, line, column, length }: Span): Span => ({ file, line, column, length })

/** Capitalises the first letter, for text that starts a message. */
export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
