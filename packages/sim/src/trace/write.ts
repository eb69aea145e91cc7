import { closeSync, fstatSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs'
import path from 'node:path'
import {
  entryLine,
  headerLines,
  type Trace,
  type TraceDecision,
  type TraceHeader,
  type TraceUndo,
} from '@ludoforge/play'
import { writeError } from './file-errors.js'
import { TraceLock } from './lock.js'
import { recoverFile } from './read.js'

/** Appends to a trace on disk, one line per entry. It never changes existing lines. */
export class TraceWriter {
  readonly file: string
  readonly #descriptor: number
  readonly #lock: TraceLock
  #unsynced = false
  #closed = false

  private constructor(file: string, descriptor: number, lock: TraceLock) {
    this.file = file
    this.#descriptor = descriptor
    this.#lock = lock
  }

  /** Creates a new file. Never overwrites an existing one, which may be someone's game. */
  static create(
    file: string,
    header: TraceHeader,
    record: readonly (TraceDecision | TraceUndo)[] = [],
  ): TraceWriter {
    return locked(file, (lock) => {
      const writer = new TraceWriter(file, open(file, 'ax'), lock)
      try {
        writer.#write(headerLines(header) + record.map(entryLine).join(''))
        writer.sync()
        syncFolder(path.dirname(file))
      } catch (error) {
        closeSync(writer.#descriptor)
        unlinkSync(file) // an incomplete file that nobody knows of
        throw error
      }
      return writer
    })
  }

  /** Resumes a saved game, or the readable part of a damaged one, and locks it. */
  static resume(file: string): { readonly writer: TraceWriter; readonly trace: Trace } {
    return locked(file, (lock) => {
      const trace = recoverFile(file)
      const notes = lock.note === undefined ? trace.notes : [lock.note, ...trace.notes]
      const writer = new TraceWriter(file, open(file, 'a'), lock)
      if (trace.cut !== undefined) writer.#write('\n')
      if (trace.cut === 'entry' || trace.problem !== undefined)
        writer.add({ undo: trace.decisions.length + 1 })
      return { writer, trace: { ...trace, notes } }
    })
  }

  add(entry: TraceDecision | TraceUndo): void {
    this.#write(entryLine(entry))
  }

  #write(text: string): void {
    const bytes = Buffer.from(text)
    this.#unsynced = true
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at)
    } catch (error) {
      throw writeError(this.file, error)
    }
  }

  /** Flushes the entries to the disk (fsync), not only to the operating system. */
  sync(): void {
    if (!this.#unsynced) return
    try {
      if (fstatSync(this.#descriptor).isFile()) fsyncSync(this.#descriptor)
    } catch (error) {
      throw writeError(this.file, error)
    }
    this.#unsynced = false
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    try {
      this.sync()
    } finally {
      closeSync(this.#descriptor)
      this.#lock.release()
    }
  }
}

function locked<T>(file: string, work: (lock: TraceLock) => T): T {
  const lock = TraceLock.take(file)
  try {
    return work(lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Flushes the folder: a new file survives a crash only if its folder entry does. Windows can't do it. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function open(file: string, flags: string): number {
  try {
    return openSync(file, flags)
  } catch (error) {
    throw writeError(file, error)
  }
}
