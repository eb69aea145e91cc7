import { defined } from '@ludoforge/kernel'
import { compareSpans, type Span } from '../source/index.js'

export type Severity = 'error' | 'warning'

/** A mistake, or what is likely to be one, with its place. */
export interface Diagnostic {
  readonly severity: Severity
  readonly code: string // stable, kebab-case: tools and tests rely on it
  readonly message: string
  readonly span?: Span
  readonly hint?: string
}

/** Collects diagnostics. Nothing stops at the first error: a broken folder shows all of them in one run. */
export class Reporter {
  readonly #found = new Map<string, Diagnostic>()
  #errors = 0

  error(code: string, span: Span | undefined, message: string, hint?: string): void {
    this.#add('error', code, span, message, hint)
  }

  warn(code: string, span: Span | undefined, message: string, hint?: string): void {
    this.#add('warning', code, span, message, hint)
  }

  get hasErrors(): boolean {
    return this.#errors > 0
  }

  /** Everything reported so far in reading order; what has no place comes first. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#found.values()].toSorted(compare)
  }

  #add(severity: Severity, code: string, span: Span | undefined, message: string, hint?: string): void {
    const diagnostic: Diagnostic = {
      severity,
      code,
      message,
      ...defined({ span, hint }),
    }
    const { file, line, column, length } = span ?? { file: '', line: 0, column: 0, length: 0 }
    const key = JSON.stringify([severity, code, message, hint, file, line, column, length])
    if (this.#found.has(key)) return
    this.#found.set(key, diagnostic)
    if (severity === 'error') this.#errors += 1
  }
}

function compare(left: Diagnostic, right: Diagnostic): number {
  if (left.span === undefined || right.span === undefined) {
    return Number(left.span !== undefined) - Number(right.span !== undefined)
  }
  return compareSpans(left.span, right.span)
}

/** The diagnostics as JSON for tools: one object each, places flattened. */
export function diagnosticsToJson(diagnostics: readonly Diagnostic[]): string {
  const plain = diagnostics.map(({ severity, code, message, span, hint }) => ({
    severity,
    code,
    message,
    ...(span === undefined
      ? {}
      : { file: span.file, line: span.line, column: span.column, length: span.length }),
    ...defined({ hint }),
  }))
  return JSON.stringify(plain, null, 2)
}

/** A message begins with a capital, also where it begins with words that elsewhere stand in its middle. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
