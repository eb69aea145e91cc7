import type { TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'
import { accepts, describe } from './types.js'

/** An error in an expression or statement. Its statement catches and reports it; elaboration continues with the next. */
export class DiagnosticError extends Error {
  constructor(
    readonly code: string,
    readonly span: Span,
    message: string,
    readonly hint?: string,
    readonly unknown?: string, // the name, if it is unknown
  ) {
    super(message)
  }
}

/** Returns the error for a name that isn't known, with the closest name that is. */
export function unknownName(
  span: Span,
  name: string,
  what: string,
  known: Iterable<string>,
): DiagnosticError {
  const message = `\`${name}\` is not ${what}.`
  return new DiagnosticError('unknown-name', span, message, didYouMean(name, [...known]), name)
}

/** Returns the error for a value of the wrong type. */
export function wrongType(span: Span, message: string, hint?: string): DiagnosticError {
  return new DiagnosticError('wrong-type', span, message, hint)
}

/** Throws a `DiagnosticError` if a value of type `found` can't be used where `expected` is needed. */
export function needType(span: Span, expected: TypeName, found: TypeName): void {
  if (!accepts(expected, found))
    throw wrongType(span, `Expected ${describe(expected)}, found ${describe(found)}.`)
}

/** Returns the result of `work`, or `undefined` if it throws a `DiagnosticError`: the caller tries another meaning. */
export function resultOrUndefined<T>(work: () => T): T | undefined {
  const result = resultOrError(work)
  return result instanceof DiagnosticError ? undefined : result
}

/** Returns the result of `work`, or the `DiagnosticError` it throws. */
export function resultOrError<T>(work: () => T): T | DiagnosticError {
  try {
    return work()
  } catch (error) {
    if (error instanceof DiagnosticError) return error
    throw error
  }
}
