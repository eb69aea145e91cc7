import type { BatchTask, Work } from './messages.js'
import { playInPool, type PoolProgress } from './pool.js'
import type { RowKind } from './rows/columns.js'
import type { GameDef } from '@ludoforge/kernel'

/** Games that are played for one purpose, and what they add up to, in whatever order their batches come. */
export interface Series<Result, Summary> {
  readonly def: GameDef
  readonly work: Work
  readonly games: number
  /** How many games were added, and what went wrong in them. */
  readonly done: number
  readonly errors: number
  add(result: Result): void
  /** Nothing is known of these games but that they were lost. */
  lose(batch: BatchTask, message: string): void
  summary(seconds: number): Summary
  /** What a batch came to as plain data for JSON, and back. */
  pack(result: Result): unknown
  unpack(data: unknown): Result
}

/** How games are played on this machine. */
export interface PlayOptions {
  readonly jobs?: number | undefined // worker threads; default: all cores
  readonly onProgress?: ((progress: PoolProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined // ends early, with what there is
  /** Takes a line of JSON for each decision or game, in their order. What it throws ends all. */
  readonly rows?:
    | { readonly kind: RowKind; readonly write: (lines: string, batch: BatchTask) => void }
    | undefined
}

/** Plays a series in worker threads. Apart from times, the result does not depend on `jobs`. */
export async function playSeries<Result, Summary>(
  series: Series<Result, Summary>,
  { jobs, onProgress, signal, rows }: PlayOptions,
): Promise<Summary> {
  const { def, work, games } = series
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const told = () => onProgress?.({ done: series.done, games, errors: series.errors, seconds: seconds() })
  await playInPool<Result>({
    start: { def, work, rows: rows?.kind },
    games,
    jobs,
    signal,
    rows: rows?.write,
    add: (result) => {
      series.add(result)
      told()
    },
    broke: (batch, message) => {
      series.lose(batch, message)
      told()
    },
  })
  return series.summary(seconds())
}
