/** A worker: takes ranges of games from the queue, plays them in threads and keeps what they came to. */
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { GameDef } from '@ludoforge/kernel'
import { agentMissing, GameThread, RunError, WorkerCrashed } from '@ludoforge/sim'
import { isTransient, messageOf } from './problem.js'
import { openWorker, type QueueLocation, type RangeJob } from './queue.js'
import { type RunSeries, seriesOf } from './series.js'
import { type Result, type Run, RunStore } from './store/store.js'

const compress = promisify(gzip)

export interface WorkOptions {
  readonly place: QueueLocation
  readonly version: string
  readonly jobs: number // threads
  readonly signal: AbortSignal // ends when the ranges in hand are played
  readonly say: (line: string) => void
}

const LOOK_AROUND_MS = 10_000
const PUT_AGAIN_MS = [500, 1000, 2000, 4000, 8000]
const MOST_RUNS = 4 // that are known at a time
const NAME_LENGTH = 24 // Postgres keeps 63 bytes of the name of a connection

/** Works until it is told to end. Throws if this machine cannot play what is asked of it. */
export async function work(options: WorkOptions): Promise<void> {
  const { place, version, jobs, signal, say } = options
  const told = once(say)
  const store = await RunStore.open(place.database, { connections: 1, log: told })
  const desk = new WorkDesk(store, jobs, say)
  const name = `${jobs}@${hostname().slice(0, NAME_LENGTH)}.${process.pid}`
  const worker = openWorker(place, version, { name, jobs }, async ({ data, attemptsStarted }) => {
    // A range that was begun before may be done: its worker died before it could say so.
    if (attemptsStarted > 1 && (await store.isDone(data.run, data.from))) return
    await desk.play(data, name)
  })
  worker.onError((error) => told(messageOf(error)))
  const lookAround = async (): Promise<void> => {
    await store.heard(version)
    for (const run of await store.openOfOthers(version))
      told(`Run ${run.id} is of version ${run.version}; this worker is ${version} and leaves it to others.`)
  }
  const around = setInterval(
    () => void lookAround().catch((error: unknown) => told(messageOf(error))),
    LOOK_AROUND_MS,
  )
  try {
    await lookAround()
    await Promise.race([aborted(signal), desk.hopeless])
  } finally {
    clearInterval(around)
    await worker.close()
    await desk.end()
    await store.close()
  }
}

/** A run as a worker knows it. */
interface Known {
  readonly run: Run
  readonly def: GameDef
  readonly series: RunSeries
}

class WorkDesk {
  readonly #known = new Map<string, Promise<Known | undefined>>()
  #idle: { readonly run: string; readonly thread: GameThread<unknown> }[] = []
  /** Rejects when a game cannot be played on this machine at all. */
  readonly hopeless: Promise<never>
  #giveUp: (error: Error) => void = () => {}

  constructor(
    private readonly store: RunStore,
    private readonly jobs: number,
    private readonly say: (line: string) => void,
  ) {
    this.hopeless = new Promise((_, reject) => {
      this.#giveUp = reject
    })
    this.hopeless.catch(() => {}) // whoever waits for it is told
  }

  async play({ run: id, from, to }: RangeJob, name: string): Promise<void> {
    const known = await this.#run(id)
    if (known === undefined) return // it was deleted
    const missing = agentMissing(known.run.work)
    if (missing !== undefined) {
      const problem = new RunError(`${known.run.game} cannot be played on ${name}: ${missing}`)
      this.#giveUp(problem)
      throw problem
    }
    const thread = this.#take(id, known)
    let done
    try {
      done = await thread.play({ from, to })
    } catch (error) {
      await thread.end()
      if (!(error instanceof WorkerCrashed)) throw error
      const games = `games ${from} to ${to - 1} of run ${id}`
      const problem = new RunError(
        error.hopeless
          ? `${known.run.game} cannot be played on ${name}: ${error.message}`
          : `The thread that played ${games} on ${name} broke: ${error.message}`,
      )
      if (error.hopeless) this.#giveUp(problem)
      else this.say(problem.message)
      throw problem
    }
    this.#idle.push({ run: id, thread })
    const result = JSON.stringify(known.series.pack(done.result))
    const rows = known.run.out === undefined ? null : await compress(done.rows)
    await this.#put(id, { from, to, result, ms: done.ms }, rows, name)
  }

  /** What took long to play is worth some patience. */
  async #put(id: string, result: Result, rows: Buffer | null, name: string): Promise<void> {
    for (const wait of PUT_AGAIN_MS) {
      try {
        return await this.store.put(id, result, rows, name)
      } catch (error) {
        if (!isTransient(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
    await this.store.put(id, result, rows, name)
  }

  /** What is known of a run is fetched once. */
  #run(id: string): Promise<Known | undefined> {
    const known = this.#known.get(id) ?? this.#fetch(id)
    this.#known.delete(id) // the one that was wanted last comes last
    this.#known.set(id, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_RUNS && oldest !== undefined) this.#known.delete(oldest)
    known.catch(() => this.#known.delete(id)) // the next job may have better luck
    return known
  }

  async #fetch(id: string): Promise<Known | undefined> {
    const run = await this.store.run(id)
    if (run === undefined) return undefined
    const def = await this.store.definition(run.digest)
    this.say(`Run ${id}: ${run.game}, ${run.games} games.`)
    return { run, def, series: seriesOf(def, run) }
  }

  /** A thread that plays this run. Some of other runs are kept: it takes a while to start one. */
  #take(id: string, { def, run }: Known): GameThread<unknown> {
    const same = this.#idle.find(({ run: its }) => its === id)
    this.#idle = this.#idle.filter((one) => one !== same)
    if (same !== undefined) return same.thread
    if (this.#idle.length >= this.jobs * MOST_RUNS) void this.#idle.shift()?.thread.end()
    return new GameThread({ def, work: run.work, rows: run.out?.rows })
  }

  async end(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ thread }) => thread.end()))
  }
}

const AGAIN_MS = 60_000

/** Says the same thing once a minute at most. */
function once(say: (line: string) => void): (line: string) => void {
  const said = new Map<string, number>()
  return (line) => {
    const now = Date.now()
    if (now - (said.get(line) ?? 0) < AGAIN_MS) return
    said.set(line, now)
    say(line)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
