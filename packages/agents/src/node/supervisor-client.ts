/** The supervisor's client: how this thread sends requests to the thread that runs the bot processes. */
import {
  BroadcastChannel,
  getEnvironmentData,
  type MessagePort,
  receiveMessageOnPort,
  setEnvironmentData,
  threadId,
} from 'node:worker_threads'
import type { Content, Line } from '../line-protocol/index.js'
import { AgentFailed } from '../external/failure.js'
import type { FromSupervisor, ToSupervisor } from './supervisor-messages.js'

const SUPERVISOR_KEY = 'ludoforge/keeper' // environment data that threads inherit: the supervisor's channel
export const RESPONSE_GRACE_MS = 10_000 // grace beyond the supervisor's own timeout

type NumberedRequest = Extract<ToSupervisor, { readonly n: number }>
/** A request without the fields that the client adds. */
export type Request = NumberedRequest extends infer Variant
  ? Variant extends NumberedRequest
    ? Omit<Variant, 'n' | 'thread'>
    : never
  : never

/** The reply that ends a request. */
type Settled = Exclude<FromSupervisor, { readonly query: Line }>

let client: SupervisorClient | undefined

/** Returns the name of the supervisor's channel, or `undefined` if none is running. */
export function supervisorName(): string | undefined {
  const name = getEnvironmentData(SUPERVISOR_KEY)
  return typeof name === 'string' ? name : undefined
}

/** Sets the supervisor for this thread and those it starts; `undefined` removes it. */
export function setSupervisor(name: string | undefined): void {
  client?.close()
  client = undefined
  setEnvironmentData(SUPERVISOR_KEY, name)
}

/** Returns the client of this thread. */
export function supervisorClient(): SupervisorClient {
  return (client ??= new SupervisorClient())
}

/** Reports that a thread started by this one has ended. */
export function threadEnded(number: number): void {
  if (supervisorName() !== undefined) supervisorClient().post({ gone: number })
}

/** Receives what a program asks while a request is open. */
export type OnQuery = (query: Line) => void

const NO_QUERIES: OnQuery = () => {
  throw new Error('A program asked something before its first decision.')
}

export class SupervisorClient {
  readonly thread = threadId
  readonly #out: BroadcastChannel
  readonly #in: BroadcastChannel
  readonly #flag = new Int32Array(new SharedArrayBuffer(4))
  readonly #waiting = new Map<number, (reply: FromSupervisor) => void>()
  #lastNumber = 0

  constructor() {
    const supervisor = supervisorName()
    if (supervisor === undefined) throw new Error('No agent program is loaded. Call loadAgents first.')
    this.#out = new BroadcastChannel(supervisor)
    this.#in = new BroadcastChannel(`${supervisor}/${threadId}`)
    this.#out.unref()
    this.#in.unref()
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the types of BroadcastChannel have only onmessage
    this.#in.onmessage = ({ data }: { readonly data: FromSupervisor }) => this.#receive(data)
    this.post({ thread: threadId, flag: this.#flag })
  }

  post(message: ToSupervisor): void {
    this.#out.postMessage(message)
  }

  /** Sends a request and returns a promise of its response. */
  ask(request: Request, ms: number, onQuery: OnQuery = NO_QUERIES): Promise<Content> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(lost()), ms + RESPONSE_GRACE_MS)
      this.#in.ref()
      const settle = (reply: Settled): void => {
        clearTimeout(timer)
        if (this.#waiting.size === 0) this.#in.unref()
        if ('answer' in reply) resolve(reply.answer)
        else reject(new AgentFailed(reply.failed))
      }
      this.#send(request, settle, onQuery)
    })
  }

  /** Sends a request and blocks this thread until its response arrives. */
  askNow(request: Request, ms: number, onQuery: OnQuery = NO_QUERIES): Content {
    const received: { reply?: Settled } = {}
    const settle = (reply: Settled): void => {
      received.reply = reply
    }
    this.#send(request, settle, onQuery)
    const end = performance.now() + ms + RESPONSE_GRACE_MS
    for (;;) {
      const flag = Atomics.load(this.#flag, 0)
      this.#drain()
      const { reply } = received
      if (reply !== undefined) {
        if ('answer' in reply) return reply.answer
        throw new AgentFailed(reply.failed)
      }
      const left = end - performance.now()
      if (left <= 0) throw lost()
      Atomics.wait(this.#flag, 0, flag, left)
    }
  }

  #send(request: Request, settle: (reply: Settled) => void, onQuery: OnQuery): void {
    this.#lastNumber += 1
    const n = this.#lastNumber
    this.#waiting.set(n, (reply) => {
      if ('query' in reply) return onQuery(reply.query)
      this.#waiting.delete(n)
      settle(reply)
    })
    this.post({ ...request, thread: threadId, n })
  }

  #drain(): void {
    for (;;) {
      const received: { readonly message: FromSupervisor } | undefined = receiveMessageOnPort(
        this.#in as object as MessagePort, // accepts channels too, unlike its type
      )
      if (received === undefined) return
      this.#receive(received.message)
    }
  }

  #receive(reply: FromSupervisor): void {
    this.#waiting.get(reply.n)?.(reply)
  }

  close(): void {
    this.#in.close()
    this.#out.close()
  }
}

function lost(): Error {
  return new Error("The thread that runs agent programs doesn't respond.")
}
