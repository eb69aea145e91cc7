/** Metrics for Prometheus. Labels are fixed words: no names, ids or addresses of people and tables. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isBotOnRecord, type RefusalCode, type Transition } from '@ludoforge/table'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** What the gauges read when they are collected. */
export interface MetricSources {
  /** Jobs of bots. */
  readonly bots: () => { readonly waiting: number; readonly running: number }
  /** Tables in memory. */
  readonly tables: () => number
}

export class Metrics {
  readonly #registry = new Registry()
  readonly #delay = monitorEventLoopDelay({ resolution: 10 })
  readonly #registers = [this.#registry]
  readonly #decisions = new Counter({
    name: 'ludoforge_decisions_total',
    help: 'Decisions stored, by people and by bots',
    labelNames: ['by'] as const,
    registers: this.#registers,
  })
  readonly #refusals = new Counter({
    name: 'ludoforge_refusals_total',
    help: 'Refused requests, by the code of the refusal',
    labelNames: ['code'] as const,
    registers: this.#registers,
  })
  readonly #http = new Histogram({
    name: 'ludoforge_http_request_seconds',
    help: 'Time to answer an HTTP request, by method, endpoint and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: this.#registers,
  })
  readonly #socketRequests = new Histogram({
    name: 'ludoforge_socket_request_seconds',
    help: 'Time to answer a request over a WebSocket, by its type',
    labelNames: ['type'] as const,
    buckets: SECONDS,
    registers: this.#registers,
  })
  readonly #sockets = new Gauge({
    name: 'ludoforge_sockets',
    help: 'Open WebSockets',
    registers: this.#registers,
  })

  constructor({ bots, tables }: MetricSources) {
    this.#delay.enable()
    const gauge = <L extends string>(
      name: string,
      help: string,
      collect: (set: (value: number, labels?: Partial<Record<L, string>>) => void) => void,
      labelNames: readonly L[] = [],
    ): void => {
      const made: Gauge<L> = new Gauge<L>({
        name,
        help,
        labelNames,
        registers: this.#registers,
        collect: () =>
          collect((value, labels) => (labels === undefined ? made.set(value) : made.set(labels, value))),
      })
    }
    gauge<'state'>(
      'ludoforge_bot_jobs',
      'Answers and hints that bots compute (running) or will compute (waiting)',
      (set) => {
        const { waiting, running } = bots()
        set(waiting, { state: 'waiting' })
        set(running, { state: 'running' })
      },
      ['state'],
    )
    gauge('ludoforge_tables_open', 'Tables in memory', (set) => set(tables()))
    gauge<'kind'>(
      'ludoforge_memory_bytes',
      'Memory of the process',
      (set) => {
        const { rss, heapUsed, external } = process.memoryUsage()
        set(rss, { kind: 'resident' })
        set(heapUsed, { kind: 'heap' })
        set(external, { kind: 'external' })
      },
      ['kind'],
    )
    gauge<'quantile'>(
      'ludoforge_event_loop_delay_seconds',
      'Delay of the event loop since the last scrape',
      (set) => {
        set(this.#delay.percentile(50) / 1e9, { quantile: '0.5' })
        set(this.#delay.percentile(99) / 1e9, { quantile: '0.99' })
        this.#delay.reset()
      },
      ['quantile'],
    )
    gauge('ludoforge_cpu_seconds', 'Processor time of the process', (set) => {
      const { user, system } = process.cpuUsage()
      set((user + system) / 1e6)
    })
  }

  stored(transitions: readonly Transition[]): void {
    for (const { entry } of transitions)
      if (entry.kind === 'decision') this.#decisions.inc({ by: isBotOnRecord(entry.by) ? 'bot' : 'person' })
  }

  refused(code: RefusalCode): void {
    this.#refusals.inc({ code })
  }

  answered(method: string, route: string, status: number, ms: number): void {
    this.#http.observe({ method, route, status }, ms / 1000)
  }

  answeredSocket(type: string, ms: number): void {
    this.#socketRequests.observe({ type }, ms / 1000)
  }

  socketOpened(): void {
    this.#sockets.inc()
  }

  socketClosed(): void {
    this.#sockets.dec()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  close(): void {
    this.#delay.disable()
    this.#registry.clear()
  }
}
