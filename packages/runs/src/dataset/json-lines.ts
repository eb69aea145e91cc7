import type { BatchTask } from '@ludoforge/sim'
import type { DataSet, Checkpoint } from './dataset.js'
import { OutputFile } from './output-file.js'

/** A data set as JSON Lines: the rows as they arrive. */
export class JsonLines implements DataSet {
  readonly #file: OutputFile
  #nextGame: number

  constructor(path: string, checkpoint: Checkpoint | null) {
    this.#file = new OutputFile(path, checkpoint?.bytes)
    this.#nextGame = checkpoint?.from ?? 0
  }

  write(lines: string, { to }: BatchTask): void {
    this.#file.write(Buffer.from(lines))
    this.#nextGame = to
  }

  mark(): Checkpoint {
    this.#file.sync()
    return { bytes: this.#file.bytes, from: this.#nextGame, rows: 0 }
  }

  finish(): void {
    this.#file.sync()
  }

  close(): void {
    this.#file.close()
  }
}
