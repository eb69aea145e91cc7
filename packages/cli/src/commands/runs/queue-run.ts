import path from 'node:path'
import { executeRun, type NewRun, Runs, type Summary, codeVersion } from '@ludoforge/runs'
import { RunError } from '@ludoforge/sim'
import type { Terminal } from '../../terminal/terminal.js'
import { Failure } from '../../usage.js'
import { readRows, type QueueRunOptions } from './options.js'
import { readQueueUrl } from './queue-url.js'
import type { Played, QueueableSeries } from './play.js'
import { progressReporter } from './progress.js'

/** Runs a series on a queue, where workers play its games. */
export async function runOnQueue<Result, Own>(
  queueable: QueueableSeries<Result, Own>,
  options: QueueRunOptions,
  version: string,
  terminal: Terminal,
): Promise<Played<Own>> {
  const { series, fingerprint, command } = queueable
  const { def, work, games } = series
  const rows = readRows(options.rows)
  const out = options.out === undefined ? undefined : { file: path.resolve(options.out), rows }
  const run = { def, fingerprint, work, games, version: codeVersion(version), command, out }
  const runs = await Runs.open(readQueueUrl(options), (problem) => terminal.err(problem))
  try {
    const id = await findOrStart(runs, run, options, terminal)
    const { summary, interrupted } = await followRun(runs, id, options.progress, terminal)
    const result = queueable.own(summary)
    if (result === undefined) throw new Error(`Run ${id} has another kind of result.`)
    return { result, ...(interrupted === undefined ? {} : { interrupted }) }
  } finally {
    await runs.close()
  }
}

async function findOrStart(
  runs: Runs,
  run: NewRun,
  { resume }: QueueRunOptions,
  terminal: Terminal,
): Promise<string> {
  const before = resume ? await runs.store.unfinished(run) : undefined
  const id = before ?? (await runs.start(run))
  if (resume && before === undefined)
    terminal.err('No unfinished run has these settings. Starting a new run.')
  terminal.err(`Run ${id}: ${run.games} games. Ctrl-C pauses it.`)
  return id
}

export interface QueueRunResult {
  readonly summary: Summary
  readonly interrupted?: string
}

/** Drives a run until it is done. Ctrl-C pauses it. */
export async function followRun(
  runs: Runs,
  id: string,
  progress: string | undefined,
  terminal: Terminal,
): Promise<QueueRunResult> {
  const stop = new AbortController()
  const silence = terminal.onInterrupt(() => stop.abort())
  const again = `ludoforge runs resume ${id}`
  try {
    const say = (line: string) => terminal.err(line)
    const options = { signal: stop.signal, onProgress: progressReporter(progress, terminal), say }
    const { state, summary, done } = await executeRun(runs, id, options)
    if (state === 'done') return { summary }
    return { summary, interrupted: `Paused after ${done} games. Resume it with: ${again}` }
  } catch (error) {
    if (error instanceof RunError) throw new Failure(`${error.message}\nResume the run with: ${again}`)
    throw error
  } finally {
    silence()
    terminal.status('')
  }
}
