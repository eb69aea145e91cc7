import { type BatchTask, type Column, RunError } from '@ludoforge/sim'
import { JsonLines } from './json-lines.js'
import { Parquet } from './parquet.js'

/** A checkpoint of a data set, from which writing can resume. Plain data. */
export interface Checkpoint {
  readonly bytes: number // of the file
  readonly from: number // the first game of the first batch that isn't completely in the file
  readonly rows: number // of that batch and later ones that are in the file
  readonly groups?: string // the row groups of a Parquet file
}

/** A file of rows, written in order. They arrive as JSON Lines. */
export interface DataSet {
  write(lines: string, range: BatchTask): void
  /** Flushes the file to the disk and returns a checkpoint. */
  mark(): Checkpoint
  /** Completes the file after the last row. */
  finish(): void
  close(): void
}

const FORMATS = ['.jsonl', '.parquet'] as const

/** Opens a data set in the format of its extension: a new one, or an existing one at a checkpoint. */
export function openDataSet(
  file: string,
  columns: readonly Column[],
  checkpoint: Checkpoint | null = null,
): DataSet {
  if (file.endsWith('.jsonl')) return new JsonLines(file, checkpoint)
  if (file.endsWith('.parquet')) return new Parquet(file, columns, checkpoint)
  throw new RunError(`The name of a data set must end in ${FORMATS.join(' or ')}: ${file}`)
}
