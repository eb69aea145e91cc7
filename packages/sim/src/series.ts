import { readsPolicies } from '@ludoforge/agents'
import { agentsOf, type BatchTask, type Work } from './messages.js'
import { playInPool, type PoolProgress } from './pool.js'
import type { RowKind } from './rows/columns.js'
import { type GameDef, withoutPolicies } from '@ludoforge/kernel'

/** Games for one result. Adding their batches is commutative, so the order of arrival doesn't matter. */
export interface Series<Result, Summary> {
  readonly def: GameDef
  readonly work: Work
  readonly games: number
  /** The number of games added, and of errors among them. */
  readonly done: number
  readonly errors: number
  add(result: Result): void
  /** Adds the games of a lost batch as errors. */
  lose(batch: BatchTask, message: string): void
  summary(seconds: number): Summary
  /** Converts the result of a batch to JSON data and back. */
  pack(result: Result): unknown
  unpack(data: unknown): Result
}

/** How to play a series on this machine. */
export interface PlayOptions {
  readonly jobs?: number | undefined // worker threads; default: all cores
  readonly onProgress?: ((progress: PoolProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined // stops early, with the results so far
  /** Receives JSON Lines, one per decision or game, in order. An exception stops the run. */
  readonly rows?:
    | { readonly kind: RowKind; readonly write: (lines: string, batch: BatchTask) => void }
    | undefined
}

/** Plays a series in worker threads. Apart from times, the result doesn't depend on `jobs`. */
export async function playSeries<Result, Summary>(
  series: Series<Result, Summary>,
  { jobs, onProgress, signal, rows }: PlayOptions,
): Promise<Summary> {
  const { def, work, games } = series
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const reportProgress = () =>
    onProgress?.({ done: series.done, games, errors: series.errors, seconds: seconds() })
  await playInPool<Result>({
    start: { def: rows === undefined ? defFor(def, work) : def, work, rows: rows?.kind },
    games,
    jobs,
    signal,
    rows: rows?.write,
    add: (result) => {
      series.add(result)
      reportProgress()
    },
    broke: (batch, message) => {
      series.lose(batch, message)
      reportProgress()
    },
  })
  return series.summary(seconds())
}

/** Returns the part of the GameDef that the agents need. To send the policies is to compile them, which takes long. */
function defFor(def: GameDef, work: Work): GameDef {
  return 'learn' in work || agentsOf(work).some(readsPolicies) ? def : withoutPolicies(def)
}
