import type { Summary } from '@ludoforge/runs'
import { agentsOf, type Column, columnsOf, playSeries, type Series } from '@ludoforge/sim'
import { refuseExternalAgents } from '../../agents.js'
import { readCount } from '../../settings.js'
import type { Terminal } from '../../terminal/terminal.js'
import { UsageError } from '../../usage.js'
import { readRows, type QueueRunOptions } from './options.js'
import { progressReporter } from './progress.js'

/** A series that can run on this machine or on a queue, and the command that started it. */
export interface QueueableSeries<Result, Own> {
  readonly series: Series<Result, Own>
  readonly fingerprint: string
  readonly command: string
  /** Picks this kind of summary out of a run's. Returns `undefined` for another kind. */
  readonly own: (summary: Summary) => Own | undefined
}

/** The result, complete or up to the interruption. */
export interface Played<Own> {
  readonly result: Own
  /** The message to print if the series was interrupted. */
  readonly interrupted?: string
}

/** Runs the series on this machine, or by workers if `--queue` is given. */
export async function playOrQueue<Result, Own>(
  queueable: QueueableSeries<Result, Own>,
  options: QueueRunOptions,
  version: string,
  terminal: Terminal,
): Promise<Played<Own>> {
  if (options.queue === undefined) {
    if (options.resume) throw new UsageError('--resume needs --queue, which stores the run.')
    return playHere(queueable, options, terminal)
  }
  if (options.jobs !== undefined)
    throw new UsageError(
      `--jobs doesn't work with --queue. Set it for each machine with "ludoforge worker --jobs".`,
    )
  refuseExternalAgents(agentsOf(queueable.series.work))
  const { runOnQueue } = await import('./queue-run.js') // loads the database clients only if needed
  return runOnQueue(queueable, options, version, terminal)
}

/** Runs the series on this machine. Ctrl-C stops it, with the results so far. */
export async function playHere<Result, Own>(
  { series }: Pick<QueueableSeries<Result, Own>, 'series'>,
  options: Pick<QueueRunOptions, 'jobs' | 'out' | 'rows' | 'progress'>,
  terminal: Terminal,
): Promise<Played<Own>> {
  const { def, games } = series
  const kind = readRows(options.rows)
  const jobs = options.jobs === undefined ? undefined : readCount('--jobs', options.jobs, 1, 1024)
  const onProgress = progressReporter(options.progress, terminal)
  const dataSet = options.out === undefined ? undefined : await openFile(options.out, columnsOf(def, kind))
  const rows = dataSet && { kind, write: dataSet.write.bind(dataSet) }
  const stop = new AbortController()
  const silence = terminal.onInterrupt(() => stop.abort())
  try {
    const result = await playSeries(series, { jobs, onProgress, signal: stop.signal, rows })
    dataSet?.finish()
    const { done } = series
    if (!stop.signal.aborted) return { result }
    return { result, interrupted: `Interrupted after ${done} of ${games} games.` }
  } finally {
    silence()
    terminal.status('')
    dataSet?.close()
  }
}

async function openFile(file: string, columns: readonly Column[]) {
  const { openDataSet } = await import('@ludoforge/runs')
  return openDataSet(file, columns)
}
