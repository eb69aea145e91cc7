/** Starts servers in child processes and controls them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FromChild, Measured, ToChild } from './server-child.js'

type ServeMessage = Extract<ToChild, { readonly type: 'serve' }>

const CHILD = fileURLToPath(new URL('server-child.ts', import.meta.url))
const NODE = [process.execPath, '--import', 'tsx', '--conditions=source', CHILD] as const

export interface ProcessOptions {
  /** Receives the server's log lines and finished games. */
  readonly hear?: (message: FromChild) => void
  /** A wrapper command, such as `prlimit`. */
  readonly within?: readonly string[]
  readonly nodeFlags?: readonly string[]
}

export class ServerProcess {
  address = ''
  readonly #ended: Promise<void>
  #waiting: { readonly settle: (message: FromChild) => void; readonly fail: (error: Error) => void }[] = []

  private constructor(
    private readonly child: ChildProcess,
    hear: ((message: FromChild) => void) | undefined,
  ) {
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        const ended = new Error(`The server ended (${signal ?? code}).`)
        for (const { fail } of this.#waiting.splice(0)) fail(ended)
        resolve()
      })
    })
    child.on('message', (message: FromChild) => {
      if (message.type === 'said' || message.type === 'over') return hear?.(message)
      const waiting = this.#waiting.shift()
      if (message.type === 'failed') waiting?.fail(new Error(message.problem))
      else waiting?.settle(message)
    })
  }

  static async start(options: ServeMessage['options'], how: ProcessOptions = {}): Promise<ServerProcess> {
    const { within = [], nodeFlags = [], hear } = how
    const [node, ...flags] = NODE
    const [command, ...args] = [...within, node, ...nodeFlags, ...flags]
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const server = new ServerProcess(child, hear)
    await server.#serve(options)
    return server
  }

  async #serve(options: ServeMessage['options']): Promise<void> {
    const answer = await this.#ask({ type: 'serve', options })
    if (answer.type === 'serving') this.address = answer.address
  }

  /** Restarts the server in the same process, which sees the same disks. */
  async restart(options: ServeMessage['options']): Promise<void> {
    await this.#ask({ type: 'close' })
    await this.#serve(options)
  }

  #ask(message: ToChild): Promise<FromChild> {
    return new Promise((settle, fail) => {
      this.#waiting.push({ settle, fail })
      this.child.send(message)
    })
  }

  async measure(): Promise<Measured> {
    const answer = await this.#ask({ type: 'measure' })
    if (answer.type !== 'measured') throw new Error(`Unexpected answer: ${answer.type}.`)
    return answer.measured
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** Kills the process without warning, like a power cut. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#ended
  }

  async close(): Promise<void> {
    await this.#ask({ type: 'close' })
    this.child.disconnect()
    await this.#ended
  }
}
