/** The main thread's side of the replay threads: one for pages and news, one for whole games. */
import type { Worker } from 'node:worker_threads'
import { startWorker } from '@ludoforge/agents/node'
import { fromJson, type JsonText } from '@ludoforge/kernel'
import { type History, type News, Refusal, type TableHistory, type Work } from '@ludoforge/table'
import { FairQueue, type JobOwner, UsedTime } from '../bots/fair-queue.js'
import type { StoreOptions } from '../store/index.js'
import type { FromReplayThread, ReplayedSave, ReplayTask, ToReplayThread } from './replay-messages.js'

type Answered = Extract<FromReplayThread, { readonly id: number }>

interface Job {
  readonly order: number
  readonly owner: JobOwner
  readonly task: ReplayTask
  readonly work: Work
  readonly settle: (done: Answered) => void
  readonly fail: (error: Error) => void
}

const NOBODY: JobOwner = { address: '', person: '' }

/** A thread that runs one task at a time, in the order of `FairQueue`. */
class ReplayThread {
  readonly #used = new UsedTime()
  readonly #waiting = new FairQueue<Job>(this.#used)
  #worker: Worker | undefined
  #ready = false
  #running: Job | undefined
  #order = 0

  constructor(private readonly place: Pick<StoreOptions, 'data' | 'database'>) {}

  run(task: ReplayTask, work: Work): Promise<Answered> {
    return new Promise((settle, fail) => {
      this.#order += 1
      const cancel = (): void => {
        if (this.#waiting.remove(job)) fail(gone())
      }
      const kept = (): void => work.signal?.removeEventListener('abort', cancel)
      const job: Job = {
        order: this.#order,
        owner: work.owner ?? NOBODY,
        task,
        work,
        settle: (done) => (kept(), settle(done)),
        fail: (error) => (kept(), fail(error)),
      }
      if (work.signal?.aborted === true) return fail(gone())
      work.signal?.addEventListener('abort', cancel, { once: true })
      this.#waiting.push(job)
      this.#next()
    })
  }

  #next(): void {
    if (this.#running !== undefined) return
    if (this.#waiting.size === 0) return
    const worker = (this.#worker ??= this.#start())
    if (!this.#ready) return
    const job = this.#waiting.shift()
    if (job === undefined) return
    this.#running = job
    worker.postMessage({ id: job.order, task: job.task } satisfies ToReplayThread)
  }

  #start(): Worker {
    const worker = startWorker(import.meta.url, 'replay-worker', this.place)
    worker.on('message', (message: FromReplayThread) => {
      if ('ready' in message) this.#ready = true
      else this.#done(message)
      this.#next()
    })
    const ended = (error: unknown): void => this.#ended(worker, error)
    worker.on('error', ended)
    worker.on('exit', () => ended('it ended'))
    worker.unref()
    return worker
  }

  #done(message: Answered): void {
    const job = this.#running
    this.#running = undefined
    if (job === undefined) return
    this.#used.add(job.owner.address, message.ms)
    job.work.spent?.(message.ms)
    if (job.work.signal?.aborted === true) job.fail(gone())
    else job.settle(message)
  }

  #ended(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#ready = false
    const lost = [...(this.#running === undefined ? [] : [this.#running]), ...this.#waiting.clear()]
    this.#running = undefined
    for (const { fail } of lost)
      fail(
        new Refusal('busy', 'The server could not replay the game. Try again in a moment.', { cause: error }),
      )
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (worker !== undefined) this.#ended(worker, 'the server is closing')
    await worker?.terminate()
  }
}

function gone(): Refusal {
  return new Refusal('busy', 'The request was cancelled.')
}

export class ReplayThreads {
  readonly #pages: ReplayThread
  readonly #games: ReplayThread

  constructor(place: Pick<StoreOptions, 'data' | 'database'>) {
    this.#pages = new ReplayThread(place)
    this.#games = new ReplayThread(place)
  }

  /** Returns the past of a table. */
  historyOf(table: string): TableHistory {
    return {
      page: async (range, viewers, work = {}) => {
        const text: JsonText<History> = await textOf(
          this.#pages.run({ kind: 'page', table, range, viewers }, work),
        )
        return fromJson(text)
      },
      news: async (since, number, viewers, work = {}) => {
        const text: JsonText<News> = await textOf(
          this.#pages.run({ kind: 'news', table, since, number, viewers }, work),
        )
        return fromJson(text)
      },
    }
  }

  save(table: string, work: Work = {}): Promise<string> {
    return textOf(this.#games.run({ kind: 'save', table }, work))
  }

  async upload(save: string, work: Work = {}): Promise<ReplayedSave> {
    const done = checked(await this.#games.run({ kind: 'upload', save }, work))
    if (!('replayed' in done)) throw new Error('The replay thread returned no save.')
    return done.replayed
  }

  async close(): Promise<void> {
    await this.#pages.close()
    await this.#games.close()
  }
}

/** Throws the error of a failed task. */
function checked(done: Answered): Answered {
  if ('refused' in done) throw new Refusal(done.refused, done.message)
  if ('problem' in done) throw new Error(done.problem)
  return done
}

async function textOf(answer: Promise<Answered>): Promise<string> {
  const done = checked(await answer)
  if (!('text' in done)) throw new Error('The replay thread returned no text.')
  return done.text
}
