import { availableParallelism } from 'node:os'
import { codeVersion, runWorker } from '@ludoforge/runs'
import { type BotOptions, loadNamed } from '../agents.js'
import type { QueueOptions } from './runs/options.js'
import { readQueueUrl } from './runs/queue-url.js'
import { readCount } from '../settings.js'
import type { Terminal } from '../terminal/terminal.js'
import { EXIT } from '../usage.js'

export interface WorkerOptions extends QueueOptions, BotOptions {
  readonly jobs?: string
}

/** Plays games from a queue until it is interrupted. */
export async function worker(options: WorkerOptions, version: string, terminal: Terminal): Promise<number> {
  const place = readQueueUrl(options)
  await loadNamed([], options)
  const jobs =
    options.jobs === undefined ? availableParallelism() : readCount('--jobs', options.jobs, 1, 1024)
  const own = codeVersion(version)
  const stop = new AbortController()
  const end = (): void => {
    if (!stop.signal.aborted) terminal.err('Stopping after the current games.')
    stop.abort()
  }
  const silence = terminal.onInterrupt(end)
  process.once('SIGTERM', end)
  terminal.err(
    `Worker of version ${own}, ${jobs} ${jobs === 1 ? 'thread' : 'threads'}. Press Ctrl-C to stop.`,
  )
  try {
    await runWorker({ place, version: own, jobs, signal: stop.signal, say: (line) => terminal.err(line) })
  } finally {
    silence()
    process.off('SIGTERM', end)
  }
  return EXIT.ok
}
