/** Converts diagnostics of the compiler, and failures of examples, to those of the protocol. */
import type { Diagnostic, ExampleResult } from '@ludoforge/compiler/editing'
import type { Diagnostic as Shown } from 'vscode-languageserver'
import { rangeOf, TOP } from './positions.js'

/** The severities of the protocol. */
const SEVERITY = { error: 1, warning: 2 } as const

/** The name of the server in the lists of editors. */
const SOURCE = 'ludoforge'

/** What quick fixes need of a diagnostic. Editors send it back. */
export interface FixData {
  readonly hint?: string
  readonly also?: readonly Shown['range'][]
}

export function shownDiagnostic(
  { severity, code, message, span, hint, also = [] }: Diagnostic,
  uriOf: (file: string) => string,
): Shown {
  const data: FixData = {
    ...(hint === undefined ? {} : { hint }),
    ...(also.length === 0 ? {} : { also: also.filter(({ file }) => file === span?.file).map(rangeOf) }),
  }
  return {
    range: span === undefined ? TOP : rangeOf(span),
    severity: SEVERITY[severity],
    source: SOURCE,
    code,
    message: hint === undefined ? message : `${message} ${sentence(hint)}`,
    data,
    ...(also.length === 0
      ? {}
      : {
          relatedInformation: also.map((place) => ({
            location: { uri: uriOf(place.file), range: rangeOf(place) },
            message: 'Also used here.',
          })),
        }),
  }
}

/** The failure of an example. Returns `undefined` if it passed. */
export function shownFailure({ failure, title }: ExampleResult): Shown | undefined {
  if (failure === undefined) return undefined
  const { span, message, expected, actual, asked } = failure
  const more = [
    expected === undefined ? undefined : `Expected: ${expected}.`,
    actual === undefined ? undefined : `Found: ${actual}.`,
    asked === undefined ? undefined : `The question: ${asked}.`,
  ]
  return {
    range: rangeOf(span),
    severity: SEVERITY.error,
    source: SOURCE,
    code: 'failed-example',
    message: [`"${title}" fails: ${message}`, ...more.filter((line) => line !== undefined)].join('\n'),
  }
}

/** A hint as a sentence. */
const sentence = (hint: string): string =>
  hint.slice(0, 1).toUpperCase() + hint.slice(1) + (/[.!?]$/.test(hint) ? '' : '.')
