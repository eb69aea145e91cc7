/** Maps file system errors to messages. */
import { BadTrace } from '@ludoforge/play'

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** Returns the error for a file that can't be written, with the reason for users. */
export function writeError(file: string, error: unknown): BadTrace {
  const code = errorCode(error)
  if (code === 'EEXIST') return new BadTrace(`${file} already exists. Choose another name for the save.`)
  if (code === 'ENOENT') return new BadTrace(`Cannot write ${file}: the folder does not exist.`)
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code))
    return new BadTrace(
      `Cannot write ${file}: no space is left (${code}). Everything saved before is intact.`,
    )
  return new BadTrace(`Cannot write ${file} (${code}).`)
}
