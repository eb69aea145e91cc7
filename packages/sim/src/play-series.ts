import { evaluationSeries, type EvaluationRequest } from './evaluate/evaluation-series.js'
import type { Evaluation } from './evaluate/evaluation.js'
import type { BatchTask } from './messages.js'
import { playInPool, type PoolProgress } from './pool.js'
import type { RowKind } from './rows/columns.js'
import { defFor, type Series } from './series.js'
import { simulation, type SimRequest } from './simulation.js'
import type { Statistics } from './statistics.js'
import type { TournamentResult } from './tournament/result.js'
import { type TournamentRequest, tournamentSeries } from './tournament/tournament-series.js'

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

/**
 * Plays whole games in worker threads and returns their statistics. Apart from times, the result doesn't depend on
 * `jobs`. With `rows` it also returns a row for each decision or game.
 */
export async function simulate(request: SimRequest & PlayOptions): Promise<Statistics> {
  return playSeries(simulation(request), request)
}

/** Plays games in worker threads and measures them. Apart from times, the result doesn't depend on `jobs`. */
export async function evaluate(request: EvaluationRequest & PlayOptions): Promise<Evaluation> {
  return playSeries(evaluationSeries(request), request)
}

/** Plays a tournament in worker threads. Apart from times, the result doesn't depend on `jobs`. */
export async function tournament(request: TournamentRequest & PlayOptions): Promise<TournamentResult> {
  return playSeries(tournamentSeries(request), request)
}
