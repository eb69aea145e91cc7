/** The command was called in a way that makes no sense: exit code 2. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** What was asked for was done and did not succeed: exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** More names than this help nobody. */
const MANY = 40

/** A sentence about a name that nobody knows, with what it may have meant. */
export function unknownName(
  what: string,
  name: string,
  near: string | undefined,
  known: readonly string[],
): string {
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  const many = known.length > MANY ? '' : ` There are: ${known.join(', ')}.`
  const list = known.length === 0 ? ' There are none.' : many
  return `There is no ${what} "${name}".${hint}${list}`
}
