/** Recognises a full disk, of the server or of its database. */

/** SQLite reports a file that can't grow as an I/O error. */
const SQLITE = /^SQLITE_(?:FULL|IOERR)/
const SYSTEM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'])
const POSTGRES = new Set(['53100']) // disk_full

/** Thrown when the store can't be opened because its disk is full. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
}

/** Returns whether an error, or its cause, is that a disk is full or can't be written. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DiskFull) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return SQLITE.test(code) || SYSTEM.has(code) || POSTGRES.has(code) || isDiskFull(error.cause)
}

/** Returns the error of a start, in words if the disk is full. */
export function startError(error: unknown, place: { data: string; database?: string | undefined }): unknown {
  if (!isDiskFull(error)) return error
  const text =
    place.database === undefined
      ? `Can't start: the disk of ${place.data} is full or can't be written. Make room, or choose another folder with --data.`
      : "Can't start: the disk of the database is full or can't be written. Make room there."
  return new DiskFull(text, { cause: error })
}
