/** The queue: BullMQ on Postgres or Redis. Delivery is at least once, so results are stored idempotently. */
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
import { messageOf } from './errors.js'

/** A job: games `from` to `to` - 1 of a run, and the fingerprint of its rules. */
export interface BatchJob {
  readonly run: string
  readonly fingerprint: string
  readonly from: number
  readonly to: number
}

/** The addresses of the queue and of the database of runs. They are the same unless the queue is on Redis. */
export interface QueueLocation {
  readonly queue: string
  readonly database: string
}

const POSTGRES = /^postgres(?:ql)?:\/\//
const REDIS = /^rediss?:\/\//

/** Parses the address of a queue. Throws `RunError` if it is missing or invalid. */
export function parseQueueUrl(queue: string | undefined, database: string | undefined): QueueLocation {
  const url = queue ?? database
  if (url === undefined) {
    throw new RunError('No queue is given. Pass its address with --queue, or set DATABASE_URL.')
  }
  if (POSTGRES.test(url)) return { queue: url, database: url }
  if (!REDIS.test(url)) throw new RunError('The address of a queue must start with postgres:// or redis://.')
  if (database === undefined || !POSTGRES.test(database)) {
    throw new RunError(
      'With a queue on Redis, runs are stored in Postgres. Pass its address with --database, or set DATABASE_URL.',
    )
  }
  return { queue: url, database }
}

/** Each version has its own queue, so that only workers of the same version take its jobs. */
const nameOf = (version: string): string => `ludoforge-${version}`

const jobIdOf = (run: string, from: number): string => `${run}-${from}`

// BullMQ detects a dead worker once the lock on its job has expired, at the second stall check after that.
const LOCK_MS = 5000
const STALL_CHECK_MS = 2500
const MAX_STALLS = 10
const ATTEMPTS = 3
const RETRY_MS = 500
const CONNECT_MS = 10_000
const MAX_FAILURES = 100 // read at a time

/** Opens a BullMQ worker that runs `processor` for each job. `name` identifies it in lists. */
export function openWorker(
  { queue }: QueueLocation,
  version: string,
  options: { readonly name: string; readonly jobs: number },
  processor: Processor<BatchJob, void>,
): { close(): Promise<void>; onError(listener: (error: Error) => void): void } {
  const settings = {
    name: options.name,
    concurrency: options.jobs,
    lockDuration: LOCK_MS,
    stalledInterval: STALL_CHECK_MS,
    maxStalledCount: MAX_STALLS,
    runRetryDelay: 1000,
  }
  const worker = isRedis(queue)
    ? new Worker<BatchJob, void>(nameOf(version), processor, { ...settings, connection: redis(queue) })
    : new Worker(
        nameOf(version),
        processor,
        { ...settings, connection: postgres(queue) },
        createPostgresBackend,
      )
  return {
    close: () => worker.close(),
    onError: (listener) => void worker.on('error', listener),
  }
}

/** The number of connected workers, and of their threads. */
export interface Workers {
  readonly workers: number
  readonly threads: number
}

type RedisQueue = Queue<BatchJob, void>
type PostgresQueue = Queue<
  BatchJob,
  void,
  string,
  BatchJob,
  void,
  string,
  PostgresQueueBackend,
  PostgresConnectionOptions
>

/** A failed job. `last` is true if it has no attempts left. */
export interface Failure {
  readonly job: BatchJob
  readonly reason: string
  readonly last: boolean
}

/** The queue of one version. */
export class JobQueue {
  private constructor(private readonly queue: RedisQueue | PostgresQueue) {}

  static async open(
    place: QueueLocation,
    version: string,
    log: (problem: string) => void,
  ): Promise<JobQueue> {
    await checkConnection(place.queue)
    const options = {
      defaultJobOptions: {
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: RETRY_MS },
        removeOnComplete: true,
      },
    }
    const { queue: url } = place
    const queue = isRedis(url)
      ? new Queue<BatchJob, void>(nameOf(version), { ...options, connection: redis(url) })
      : (new Queue(
          nameOf(version),
          { ...options, connection: postgres(url) },
          createPostgresBackend,
        ) as PostgresQueue)
    queue.on('error', (error) => log(`The queue does not respond: ${messageOf(error)}`))
    await queue.waitUntilReady()
    return new JobQueue(queue)
  }

  async close(): Promise<void> {
    await this.queue.close()
  }

  /** Adds jobs. Idempotent: a job that is already in the queue stays as it is. */
  async add(jobs: readonly BatchJob[]): Promise<void> {
    await this.queue.addBulk(
      jobs.map((data) => ({ name: 'range', data, opts: { jobId: jobIdOf(data.run, data.from) } })),
    )
  }

  /** Removes jobs that no worker has started, or that have failed. */
  async remove(run: string, firsts: readonly number[]): Promise<void> {
    for (const from of firsts) await this.queue.remove(jobIdOf(run, from))
  }

  /** Returns the failed jobs of a run, with their reasons. */
  async failures(run: string): Promise<Failure[]> {
    const [failed, retried] = await Promise.all([
      this.queue.getFailed(0, MAX_FAILURES),
      this.queue.getJobs(['waiting', 'delayed'], 0, MAX_FAILURES),
    ])
    return [...failed, ...retried].flatMap(({ data, failedReason: reason }, i) =>
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

/** Fails fast if Redis can't be reached. BullMQ itself would wait forever, even for a mistyped address. */
async function checkConnection(url: string): Promise<void> {
  if (!isRedis(url)) return // the database of runs is open already
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
