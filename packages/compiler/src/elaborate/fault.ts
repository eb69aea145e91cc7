/** A mistake in one expression or statement. Thrown to its statement, reported there; the others go on. */
import type { TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'
import { accepts, describe } from './types.js'

export class Fault extends Error {
  constructor(
    readonly code: string,
    readonly span: Span,
    message: string,
    readonly hint?: string,
  ) {
    super(message)
  }
}

export function unknownName(span: Span, name: string, what: string, known: Iterable<string>): Fault {
  return new Fault('unknown-name', span, `\`${name}\` is not ${what}.`, didYouMean(name, [...known]))
}

export function needType(span: Span, expected: TypeName, found: TypeName): void {
  if (!accepts(expected, found))
    throw new Fault('wrong-type', span, `Expected ${describe(expected)}, found ${describe(found)}.`)
}
