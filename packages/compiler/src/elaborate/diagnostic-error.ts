/** A mistake in one expression or statement. Thrown to its statement, reported there; the others go on. */
import type { TypeName } from '@ludoforge/kernel'
import { didYouMean } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'
import { accepts, describe } from './types.js'

/** An error in a rulebook: thrown to its statement, and reported there. */
export class DiagnosticError extends Error {
  constructor(
    readonly code: string,
    readonly span: Span,
    message: string,
    readonly hint?: string,
    readonly unknown?: string, // the name that nothing has
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

/** Something of a type that cannot stand there. */
export function wrongType(span: Span, message: string, hint?: string): DiagnosticError {
  return new DiagnosticError('wrong-type', span, message, hint)
}

/** Throws a `DiagnosticError` if a value of type `found` can't be used where `expected` is needed. */
export function needType(span: Span, expected: TypeName, found: TypeName): void {
  if (!accepts(expected, found))
    throw wrongType(span, `Expected ${describe(expected)}, found ${describe(found)}.`)
}

/** What work gives, or undefined where it ends in a fault: it may mean something else then. */
export function resultOrUndefined<T>(work: () => T): T | undefined {
  const made = resultOrError(work)
  return made instanceof DiagnosticError ? undefined : made
}

/** What work gives, or what is wrong with it. */
export function resultOrError<T>(work: () => T): T | DiagnosticError {
  try {
    return work()
  } catch (fault) {
    if (fault instanceof DiagnosticError) return fault
    throw fault
  }
}
