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

/** What the system complains about, in words: "there is no room for more", and about which file. */
export function systemErrorText({ code = '', path: file, message }: NodeJS.ErrnoException): string {
  const words: Readonly<Record<string, string>> = {
    ENOSPC: 'there is no room for more',
    EDQUOT: 'there is no room for more',
    EFBIG: 'there is no room for more',
    EACCES: 'it is not allowed',
    EPERM: 'it is not allowed',
    ENOENT: 'there is no such file or folder',
    EISDIR: 'it is a folder',
    ENOTDIR: 'it is no folder',
    ELOOP: 'it leads round in a circle',
    ENAMETOOLONG: 'its name is too long',
  }
  const what = words[code] ?? message
  return file === undefined ? `The system refuses: ${what} (${code})` : `${file}: ${what} (${code})`
}
