/** Runs a server in a child process that can be measured and killed. `process.ts` starts it. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type RunningServer, serve, type ServeOptions } from '../../src/index.js'

export type ToChild =
  | { readonly type: 'serve'; readonly options: Partial<ServeOptions> & Pick<ServeOptions, 'data'> }
  | { readonly type: 'measure' }
  | { readonly type: 'close' }

export interface Measured {
  readonly decisions: number // acknowledged since it started
  readonly bytes: number // resident set size
  readonly cpuMs: number
  /** Of the event loop, since the last measurement. */
  readonly delayMs: { readonly p50: number; readonly p99: number; readonly max: number }
}

export type FromChild =
  | { readonly type: 'serving'; readonly address: string }
  | { readonly type: 'failed'; readonly problem: string }
  | { readonly type: 'measured'; readonly measured: Measured }
  | { readonly type: 'closed' }
  /** Finished games. */
  | { readonly type: 'over'; readonly tables: readonly string[] }
  | { readonly type: 'said'; readonly line: string }

const delay = monitorEventLoopDelay({ resolution: 5 })
let running: RunningServer | undefined
let decisions = 0
let over: string[] = []

process.on('message', (message: ToChild) => {
  answer(message).then(send, (error: unknown) =>
    send({
      type: 'failed',
      problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }),
  )
})
process.on('disconnect', () => process.exit(0)) // the parent is gone

function send(message: FromChild): void {
  process.send?.(message, undefined, undefined, () => {}) // the parent may be gone
}

async function answer(message: ToChild): Promise<FromChild> {
  switch (message.type) {
    case 'serve':
      return { type: 'serving', address: await start(message.options) }
    case 'measure':
      return { type: 'measured', measured: measure() }
    case 'close':
      await running?.close()
      return { type: 'closed' }
  }
}

async function start(options: Partial<ServeOptions> & Pick<ServeOptions, 'data'>): Promise<string> {
  running = await serve({
    port: 0,
    host: '127.0.0.1',
    games: [],
    version: 'test',
    limits: false,
    say: (line) => send({ type: 'said', line }),
    ...options,
  })
  running.tables.onChange((table, moments) => {
    for (const { entry } of moments) if (entry.kind === 'decision') decisions += 1
    if (table.deciding.length === 0) over.push(table.id)
  })
  setInterval(() => {
    if (over.length > 0) send({ type: 'over', tables: over })
    over = []
  }, 50).unref()
  await running.ready
  delay.enable()
  return running.address
}

function measure(): Measured {
  const { user, system } = process.cpuUsage()
  const delayMs = { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }
  delay.reset()
  return { decisions, bytes: process.memoryUsage.rss(), cpuMs: (user + system) / 1000, delayMs }
}
