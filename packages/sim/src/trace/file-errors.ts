/** Files that cannot be read or written. */
import { BadTrace } from '@ludoforge/play'

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** A file that cannot be written, said so that a user knows why. */
export function failed(file: string, error: unknown): BadTrace {
  const code = codeOf(error)
  if (code === 'EEXIST') return new BadTrace(`${file} is there already. Choose another name for the save.`)
  if (code === 'ENOENT') return new BadTrace(`Cannot write ${file}: there is no such folder.`)
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code))
    return new BadTrace(
      `Cannot write ${file}: there is no room for more (${code}). What was saved before is still there.`,
    )
  return new BadTrace(`Cannot write ${file} (${code}).`)
}
