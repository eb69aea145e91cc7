import type { BatchTask } from '@ludoforge/sim'
import type { DataSet, Checkpoint } from './dataset.js'
import { OutFile } from './file.js'

/** Rows as they come, a line each. */
export class JsonLines implements DataSet {
  readonly #file: OutFile
  #next: number

  constructor(path: string, left: Checkpoint | null) {
    this.#file = new OutFile(path, left?.bytes)
    this.#next = left?.from ?? 0
  }

  write(lines: string, { to }: BatchTask): void {
    this.#file.write(Buffer.from(lines))
    this.#next = to
  }

  mark(): Checkpoint {
    this.#file.sync()
    return { bytes: this.#file.bytes, from: this.#next, rows: 0 }
  }

  finish(): void {
    this.#file.sync()
  }

  close(): void {
    this.#file.close()
  }
}
