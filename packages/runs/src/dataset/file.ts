import { RunError } from '@ludoforge/sim'
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { messageOf } from '../problem.js'

/** A file that is written from its start to its end, and can be gone on with at any place. */
export class OutFile {
  readonly #descriptor: number
  /** How many bytes are written. */
  bytes: number

  /** A new file, in the place of one that may be there; or with `bytes` the one that was left with at least so many. */
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
        throw new RunError(`${path} is not as it was left: it has ${size} bytes, and had at least ${bytes}.`)
      }
      ftruncateSync(this.#descriptor, bytes) // what came after may be half a row
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

  /** What was written is on the disk when this comes back, not only with the system. */
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

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return NO_ROOM.includes(code) ? `there is no room for more (${code})` : messageOf(error)
}
