import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import {
  BadTrace,
  entryLine,
  headerLine,
  type Trace,
  type TraceDecision,
  type TraceHeader,
  type TraceUndo,
} from './format.js'

/** Adds to a trace on disk, a whole line a decision, handed to the system before the next one is asked for. */
export class TraceWriter {
  readonly file: string
  readonly #descriptor: number

  private constructor(file: string, descriptor: number) {
    this.file = file
    this.#descriptor = descriptor
  }

  /** A new file. One that is there already is left alone: it may be somebody's game. */
  static create(file: string, header: TraceHeader, decisions: readonly TraceDecision[] = []): TraceWriter {
    const writer = new TraceWriter(file, open(file, 'wx'))
    writeSync(writer.#descriptor, headerLine(header) + decisions.map(entryLine).join(''))
    return writer
  }

  /** Goes on with a file that was read, after what is whole of it. */
  static resume(file: string, { bytes }: Trace): TraceWriter {
    const descriptor = open(file, 'r+')
    ftruncateSync(descriptor, bytes)
    closeSync(descriptor)
    return new TraceWriter(file, open(file, 'a'))
  }

  add(entry: TraceDecision | TraceUndo): void {
    writeSync(this.#descriptor, entryLine(entry))
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

function open(file: string, flags: string): number {
  try {
    return openSync(file, flags)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'EEXIST') throw new BadTrace(`${file} is there already. Choose another name for the save.`)
    if (code === 'ENOENT') throw new BadTrace(`Cannot write ${file}: there is no such folder.`)
    throw new BadTrace(`Cannot write ${file} (${code}).`)
  }
}
