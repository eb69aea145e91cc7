import type { Summary } from '@ludoforge/runs'
import { agentsOf, type Column, columnsOf, playSeries, type Series } from '@ludoforge/sim'
import { refuseExternalAgents } from '../../agents.js'
import { readCount } from '../../settings.js'
import type { Terminal } from '../../terminal/terminal.js'
import { UsageError } from '../../usage.js'
import { readRows, type QueueRunOptions } from './options.js'
import { progressReporter } from './progress.js'

/** What is played, and the command that does it. */
export interface QueueableSeries<Result, Own> {
  readonly series: Series<Result, Own>
  readonly fingerprint: string
  readonly command: string
  /** Its summary among those of all kinds of runs. */
  readonly own: (summary: Summary) => Own | undefined
}

/** What came of it, as far as it was played. */
export interface Played<Own> {
  readonly result: Own
  /** What to say if it was interrupted. */
  readonly interrupted?: string
}

/** Plays games here, or leaves them to workers with `--queue`. */
export async function playOrQueue<Result, Own>(
  spread: QueueableSeries<Result, Own>,
  options: QueueRunOptions,
  version: string,
  terminal: Terminal,
): Promise<Played<Own>> {
  if (options.queue === undefined) {
    if (options.resume) throw new UsageError('--resume goes with --queue: a run is kept there.')
    return playHere(spread, options, terminal)
  }
  if (options.jobs !== undefined)
    throw new UsageError('--jobs goes without --queue: "ludoforge worker --jobs" says it for each machine.')
  refuseExternalAgents(agentsOf(spread.series.work))
  const { runOnQueue } = await import('./queue-run.js') // only who has a queue needs what it takes
  return runOnQueue(spread, options, version, terminal)
}

async function playHere<Result, Own>(
  { series }: QueueableSeries<Result, Own>,
  options: QueueRunOptions,
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
    return { result, interrupted: `Interrupted: ${done} of ${games} games were played.` }
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
