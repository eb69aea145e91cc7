import { withoutUndefined } from '@ludoforge/kernel'
import { compareSpans, namesIn, showPlace, type Sources, type Span } from '../source/index.js'

export type Severity = 'error' | 'warning'

/** A mistake, or what is likely to be one, with its place. */
export interface Diagnostic {
  readonly severity: Severity
  readonly code: string // stable, kebab-case: tools and tests rely on it
  readonly message: string
  readonly span?: Span
  readonly hint?: string
  readonly also?: readonly Span[] // of a name that nothing has: the other places that use it
}

/**
 * Collects diagnostics. Nothing stops at the first error: a broken folder shows all of them in one run.
 * One error is one message: a name that nothing has is reported once, with all places that use it, and not at all
 * if a statement or declaration that could have given it was reported.
 */
export class Reporter {
  readonly #found = new Map<string, Diagnostic>()
  readonly #unknown = new Map<string, Diagnostic[]>()
  readonly #spoiled = new Set<string>()
  #errors = 0

  /** With the texts it also knows which names an error spoils. */
  constructor(private readonly sources?: Sources) {}

  error(code: string, span: Span | undefined, message: string, hint?: string): void {
    this.#add('error', code, span, message, hint)
  }

  /** Reports a use of a name that nothing has. */
  missing(name: string, code: string, span: Span | undefined, message: string, hint?: string): void {
    const use: Diagnostic = { severity: 'error', code, message, ...withoutUndefined({ span, hint }) }
    const uses = this.#unknown.get(name)
    if (uses !== undefined) uses.push(use)
    else if (!this.#spoiled.has(name)) {
      this.#unknown.set(name, [use])
      this.#errors += 1
    }
    this.#spoilAt(span)
  }

  /** Notes the names in something that was reported: it may be what would have declared them. */
  spoil(names: Iterable<string>): void {
    for (const name of names) this.#spoiled.add(name)
  }

  /** Is this among the names in something that was reported? Then what it lacks may follow from that. */
  isSpoiled(name: string): boolean {
    return this.#spoiled.has(name)
  }

  warn(code: string, span: Span | undefined, message: string, hint?: string): void {
    this.#add('warning', code, span, message, hint)
  }

  get hasErrors(): boolean {
    return this.#errors > 0
  }

  /** Everything reported so far: errors first, each kind in reading order; what has no place comes first. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values(), ...[...this.#unknown.values()].flatMap(asOne)].toSorted(compare)
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

/** The uses of a name that nothing has, as one diagnostic at the first of them. */
function asOne(uses: readonly Diagnostic[]): Diagnostic[] {
  const [first, ...others] = uses.toSorted(compare)
  const places = new Map(others.flatMap(({ span }) => (span === undefined ? [] : [[showPlace(span), span]])))
  if (first === undefined) return []
  if (first.span !== undefined) places.delete(showPlace(first.span))
  return [places.size === 0 ? first : { ...first, also: [...places.values()] }]
}

function compare(left: Diagnostic, right: Diagnostic): number {
  if (left.severity !== right.severity) return left.severity === 'error' ? -1 : 1
  if (left.span === undefined || right.span === undefined) {
    return Number(left.span !== undefined) - Number(right.span !== undefined)
  }
  return compareSpans(left.span, right.span)
}

/** The diagnostics as JSON for tools: one object each, places flattened. */
export function diagnosticsToJson(diagnostics: readonly Diagnostic[]): string {
  const plain = diagnostics.map(({ severity, code, message, span, hint, also }) => ({
    severity,
    code,
    message,
    ...(span === undefined ? {} : flat(span)),
    ...withoutUndefined({ hint, also: also?.map(flat) }),
  }))
  return JSON.stringify(plain, null, 2)
}

const flat = ({ file, line, column, length }: Span): Span => ({ file, line, column, length })

/** A message begins with a capital, also where it begins with words that elsewhere stand in its middle. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
