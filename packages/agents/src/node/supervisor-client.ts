/** This thread's side of the talk with the keeper of programs. */
import {
  BroadcastChannel,
  getEnvironmentData,
  type MessagePort,
  receiveMessageOnPort,
  setEnvironmentData,
  threadId,
} from 'node:worker_threads'
import type { Content } from '../line-protocol/index.js'
import { AgentFailed } from '../external/failure.js'
import type { FromKeeper, ToKeeper } from './messages.js'

const KEEPER = 'ludoforge/keeper' // what threads inherit: the name of the keeper
export const LOST_MS = 10_000 // longer than it takes: the keeper itself looks at the time

type Wanted = Extract<ToKeeper, { readonly n: number }>
/** A request without what the desk adds. */
export type Request = Wanted extends infer One
  ? One extends Wanted
    ? Omit<One, 'n' | 'thread'>
    : never
  : never

let desk: SupervisorClient | undefined

/** The name of the keeper, if there is one. */
export function keeperName(): string | undefined {
  const name = getEnvironmentData(KEEPER)
  return typeof name === 'string' ? name : undefined
}

/** From now on this is the keeper, for this thread and those that it starts; undefined: there is none any more. */
export function setKeeper(name: string | undefined): void {
  desk?.close()
  desk = undefined
  setEnvironmentData(KEEPER, name)
}

export function deskOfThread(): SupervisorClient {
  return (desk ??= new SupervisorClient())
}

/** A thread that this one has started has ended. */
export function threadEnded(number: number): void {
  if (keeperName() !== undefined) deskOfThread().post({ gone: number })
}

export class SupervisorClient {
  readonly thread = threadId
  readonly #out: BroadcastChannel
  readonly #in: BroadcastChannel
  readonly #flag = new Int32Array(new SharedArrayBuffer(4))
  readonly #waiting = new Map<number, (reply: FromKeeper) => void>()
  #n = 0

  constructor() {
    const keeper = keeperName()
    if (keeper === undefined) throw new Error('No program was loaded: call loadAgents first.')
    this.#out = new BroadcastChannel(keeper)
    this.#in = new BroadcastChannel(`${keeper}/${threadId}`)
    this.#out.unref()
    this.#in.unref()
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the types of channels know no other way
    this.#in.onmessage = ({ data }: { readonly data: FromKeeper }) => this.#hear(data)
    this.post({ thread: threadId, flag: this.#flag })
  }

  post(message: ToKeeper): void {
    this.#out.postMessage(message)
  }

  /** Asks, and lets others run meanwhile. */
  ask(request: Request, ms: number): Promise<Content> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(lost()), ms + LOST_MS)
      this.#in.ref()
      this.#send(request, (reply) => {
        clearTimeout(timer)
        if (this.#waiting.size === 0) this.#in.unref()
        if ('answer' in reply) resolve(reply.answer)
        else reject(new AgentFailed(reply.failed))
      })
    })
  }

  /** Asks, and blocks this thread until the answer is there. */
  askNow(request: Request, ms: number): Content {
    const answer: { reply?: FromKeeper } = {}
    this.#send(request, (reply) => {
      answer.reply = reply
    })
    const end = performance.now() + ms + LOST_MS
    for (;;) {
      const seen = Atomics.load(this.#flag, 0)
      this.#drain()
      const { reply } = answer
      if (reply !== undefined) {
        if ('answer' in reply) return reply.answer
        throw new AgentFailed(reply.failed)
      }
      const left = end - performance.now()
      if (left <= 0) throw lost()
      Atomics.wait(this.#flag, 0, seen, left)
    }
  }

  #send(request: Request, settle: (reply: FromKeeper) => void): void {
    this.#n += 1
    const n = this.#n
    this.#waiting.set(n, (reply) => {
      this.#waiting.delete(n)
      settle(reply)
    })
    this.post({ ...request, thread: threadId, n })
  }

  #drain(): void {
    for (;;) {
      const received: { readonly message: FromKeeper } | undefined = receiveMessageOnPort(
        this.#in as object as MessagePort, // its types forget channels
      )
      if (received === undefined) return
      this.#hear(received.message)
    }
  }

  #hear(reply: FromKeeper): void {
    this.#waiting.get(reply.n)?.(reply)
  }

  close(): void {
    this.#in.close()
    this.#out.close()
  }
}

function lost(): Error {
  return new Error('The thread that keeps programs does not answer.')
}
