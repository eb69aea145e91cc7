/** The queue: BullMQ, on Postgres or on Redis. */
import { RunError } from '@ludoforge/sim'
import {
  type ConnectionOptions,
  createPostgresBackend,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
  type Processor,
  Queue,
  Worker,
} from 'bullmq'
import { Redis } from 'ioredis'
import { messageOf } from './problem.js'

/** Play games `from` to `to` - 1 of a run whose GameDef has this fingerprint. */
export interface RangeJob {
  readonly run: string
  readonly fingerprint: string
  readonly from: number
  readonly to: number
}

/** Where the queue is, and where runs are kept: the same database, unless the queue is on Redis. */
export interface QueueLocation {
  readonly queue: string
  readonly database: string
}

const POSTGRES = /^postgres(?:ql)?:\/\//
const REDIS = /^rediss?:\/\//

/** Reads the address of a queue. */
export function parseQueueUrl(queue: string | undefined, database: string | undefined): QueueLocation {
  const url = queue ?? database
  if (url === undefined) {
    throw new RunError(
      'Where is the queue? Give its address with --queue, or DATABASE_URL in the environment.',
    )
  }
  if (POSTGRES.test(url)) return { queue: url, database: url }
  if (!REDIS.test(url)) throw new RunError('A queue is postgres://… or redis://…, and nothing else.')
  if (database === undefined || !POSTGRES.test(database)) {
    throw new RunError(
      'With a queue on Redis, runs are kept in Postgres: give it with --database, or DATABASE_URL.',
    )
  }
  return { queue: url, database }
}

/** Jobs of a version are for workers of that version alone. */
const nameOf = (version: string): string => `ludoforge-${version}`

const jobIdOf = (run: string, from: number): string => `${run}-${from}`

// A worker that dies is noticed after the lock of its jobs ends, at the second look after that.
const LOCK_MS = 5000
const LOOK_MS = 2500
const MOST_STALLS = 10
const ATTEMPTS = 3
const RETRY_MS = 500
const CONNECT_MS = 10_000
const MOST_TOLD = 100

/** A BullMQ worker, closed over the processor. `name` is how it is listed. */
export function openWorker(
  { queue }: QueueLocation,
  version: string,
  options: { readonly name: string; readonly jobs: number },
  processor: Processor<RangeJob, void>,
): { close(): Promise<void>; onError(told: (error: Error) => void): void } {
  const settings = {
    name: options.name,
    concurrency: options.jobs,
    lockDuration: LOCK_MS,
    stalledInterval: LOOK_MS,
    maxStalledCount: MOST_STALLS,
    runRetryDelay: 1000,
  }
  const worker = isRedis(queue)
    ? new Worker<RangeJob, void>(nameOf(version), processor, { ...settings, connection: redis(queue) })
    : new Worker(
        nameOf(version),
        processor,
        { ...settings, connection: postgres(queue) },
        createPostgresBackend,
      )
  return {
    close: () => worker.close(),
    onError: (told) => void worker.on('error', told),
  }
}

/** Somebody who works. */
export interface Workers {
  readonly workers: number
  readonly threads: number
}

type RedisQueue = Queue<RangeJob, void>
type PostgresQueue = Queue<
  RangeJob,
  void,
  string,
  RangeJob,
  void,
  string,
  PostgresQueueBackend,
  PostgresConnectionOptions
>

/** A range that could not be played. */
export interface Failure {
  readonly job: RangeJob
  readonly reason: string
  readonly last: boolean
}

/** The jobs of one version. */
export class JobQueue {
  private constructor(private readonly queue: RedisQueue | PostgresQueue) {}

  static async open(
    place: QueueLocation,
    version: string,
    log: (problem: string) => void,
  ): Promise<JobQueue> {
    await reach(place.queue)
    const options = {
      defaultJobOptions: {
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: RETRY_MS },
        removeOnComplete: true,
      },
    }
    const { queue: url } = place
    const queue = isRedis(url)
      ? new Queue<RangeJob, void>(nameOf(version), { ...options, connection: redis(url) })
      : (new Queue(
          nameOf(version),
          { ...options, connection: postgres(url) },
          createPostgresBackend,
        ) as PostgresQueue)
    queue.on('error', (error) => log(`The queue does not answer: ${messageOf(error)}`))
    await queue.waitUntilReady()
    return new JobQueue(queue)
  }

  async close(): Promise<void> {
    await this.queue.close()
  }

  /** Hands out ranges. One that is in the queue already stays as it is. */
  async add(jobs: readonly RangeJob[]): Promise<void> {
    await this.queue.addBulk(
      jobs.map((data) => ({ name: 'range', data, opts: { jobId: jobIdOf(data.run, data.from) } })),
    )
  }

  /** Takes ranges back that nobody has begun, or that have failed. */
  async remove(run: string, firsts: readonly number[]): Promise<void> {
    for (const from of firsts) await this.queue.remove(jobIdOf(run, from))
  }

  /** Why ranges of a run could not be played; `last`: there are no more attempts. */
  async failures(run: string): Promise<Failure[]> {
    const [failed, others] = await Promise.all([
      this.queue.getFailed(0, MOST_TOLD),
      this.queue.getJobs(['waiting', 'delayed'], 0, MOST_TOLD),
    ])
    return [...failed, ...others].flatMap(({ data, failedReason: reason }, i) =>
      data.run === run && reason ? [{ job: data, reason, last: i < failed.length }] : [],
    )
  }

  async workers(): Promise<Workers> {
    const all = await this.queue.getWorkers()
    const threads = all.map(({ rawname = '' }) => Number(/:w:(\d+)@/.exec(rawname)?.[1] ?? 1))
    return { workers: all.length, threads: threads.reduce((sum, n) => sum + n, 0) }
  }
}

const isRedis = (url: string): boolean => REDIS.test(url)

function postgres(url: string) {
  return { connectionString: url, max: 1, migrate: true, connectionTimeoutMillis: CONNECT_MS }
}

function redis(url: string): ConnectionOptions {
  return { url, maxRetriesPerRequest: null }
}

/** BullMQ waits for a Redis for ever; whoever mistypes an address wants to know. */
async function reach(url: string): Promise<void> {
  if (!isRedis(url)) return // whoever keeps runs there has opened it already
  const client = new Redis(url, { lazyConnect: true, connectTimeout: CONNECT_MS, retryStrategy: () => null })
  let reason: unknown
  client.on('error', (error) => (reason = error))
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    throw new RunError(`The queue cannot be reached: ${messageOf(reason ?? error)}`)
  } finally {
    client.disconnect()
  }
}
