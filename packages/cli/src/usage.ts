/** The command was called with wrong arguments: exit code 2. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command ran and failed: exit code 1. */
export class Failure extends Error {
  override readonly name = 'Failure'
}

export const EXIT = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const

/** A longer list of names isn't helpful. */
const MAX_LISTED = 40

/** The message for an unknown name, with the closest known one and a list. */
export function unknownName(
  what: string,
  name: string,
  near: string | undefined,
  known: readonly string[],
): string {
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  const listed = known.length > MAX_LISTED ? '' : ` There are: ${known.join(', ')}.`
  const list = known.length === 0 ? ' There are none.' : listed
  return `There is no ${what} "${name}".${hint}${list}`
}

/** An errno in words, with its file: "my.save: no space left on the disk (ENOSPC)". */
export function systemErrorText({ code = '', path: file, message }: NodeJS.ErrnoException): string {
  const words: Readonly<Record<string, string>> = {
    ENOSPC: 'no space left on the disk',
    EDQUOT: 'no space left on the disk',
    EFBIG: 'no space left on the disk',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOENT: 'no such file or folder',
    EISDIR: 'is a folder',
    ENOTDIR: "isn't a folder",
    ELOOP: 'a circle of symbolic links',
    ENAMETOOLONG: 'the name is too long',
  }
  const what = words[code] ?? message
  return file === undefined ? `System error: ${what} (${code})` : `${file}: ${what} (${code})`
}
