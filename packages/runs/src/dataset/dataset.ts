import { type BatchTask, type Column, RunError } from '@ludoforge/sim'
import { JsonLines } from './json-lines.js'
import { Parquet } from './parquet.js'

/** How far a data set is written, so that it can be gone on with. Plain data. */
export interface Checkpoint {
  readonly bytes: number // of the file
  readonly from: number // the first game of the first range that is not in it as a whole
  readonly rows: number // of that range and those after it, that are in it
  readonly groups?: string // of a Parquet file
}

/** A file of rows. They come in their order, as JSON Lines. */
export interface DataSet {
  write(lines: string, range: BatchTask): void
  /** What is in the file is on the disk, and can be gone on with from here. */
  mark(): Checkpoint
  /** No more rows will come. */
  finish(): void
  close(): void
}

const FORMATS = ['.jsonl', '.parquet'] as const

/** Opens a data set by the ending of its name: a new one, or one that was left. */
export function openDataSet(
  file: string,
  columns: readonly Column[],
  left: Checkpoint | null = null,
): DataSet {
  if (file.endsWith('.jsonl')) return new JsonLines(file, left)
  if (file.endsWith('.parquet')) return new Parquet(file, columns, left)
  throw new RunError(`A data set ends in ${FORMATS.join(' or ')}: ${file} does not.`)
}
