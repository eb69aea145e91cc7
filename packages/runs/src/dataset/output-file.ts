import { RunError } from '@ludoforge/sim'
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { messageOf } from '../errors.js'

/** A file that is written sequentially and can be resumed at any offset. */
export class OutputFile {
  readonly #descriptor: number
  /** The number of bytes written. */
  bytes: number

  /** Creates the file, or truncates an existing one. With `bytes`, resumes a file that has at least that many. */
  constructor(
    readonly path: string,
    bytes?: number,
  ) {
    this.#descriptor = this.#guarded(() => openSync(path, bytes === undefined ? 'w' : 'r+'))
    this.bytes = bytes ?? 0
    if (bytes === undefined) return
    try {
      const { size } = fstatSync(this.#descriptor)
      if (size < bytes) {
        throw new RunError(
          `${path} was changed since the run was paused: it has ${size} bytes, but had at least ${bytes}. Start a new run.`,
        )
      }
      ftruncateSync(this.#descriptor, bytes) // the rest may end in a partial row
    } catch (error) {
      closeSync(this.#descriptor)
      throw error
    }
  }

  write(data: Uint8Array): void {
    this.#guarded(() => {
      for (let at = 0; at < data.length; )
        at += writeSync(this.#descriptor, data, at, data.length - at, this.bytes + at)
    })
    this.bytes += data.length
  }

  /** Flushes the file to the disk (fsync), not only to the operating system. */
  sync(): void {
    this.#guarded(() => {
      if (fstatSync(this.#descriptor).isFile()) fsyncSync(this.#descriptor)
    })
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw new RunError(`${this.path} cannot be written: ${reasonOf(error)}.`)
    }
  }
}

const NO_SPACE = ['ENOSPC', 'EDQUOT', 'EFBIG']

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return NO_SPACE.includes(code) ? `no space is left (${code})` : messageOf(error)
}
