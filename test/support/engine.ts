/** `ludoforge engine` in its own process, driven like a program would. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'
import type { Decision, Outcome, StepEvent, View } from '@ludoforge/kernel'
import { afterAll } from 'vitest'
import { root } from '../../scripts/process.mjs'
import { COMMAND } from './run/command.js'

/** The parts of an answer that tests read. */
export interface Answer {
  readonly id: number | null
  readonly error?: { readonly code: string; readonly message: string }
  readonly game?: number
  readonly decision?: Decision | null
  readonly deciding?: readonly string[]
  readonly outcome?: Outcome | null
  readonly events?: readonly StepEvent[]
  readonly view?: View
  readonly hash?: string
  readonly [more: string]: unknown
}

type Fields = Readonly<Record<string, unknown>>

export class EngineProcess {
  err = ''
  readonly ended: Promise<number | null>
  readonly child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  readonly #reader: Interface
  #last = 0

  constructor(game: string, options: readonly string[] = []) {
    this.child = spawn(process.execPath, [COMMAND, 'engine', game, ...options], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1' },
    })
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text))
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
    this.#reader = createInterface({ input: this.child.stdout })
    this.#lines = this.#reader[Symbol.asyncIterator]()
  }

  write(text: string): void {
    this.child.stdin.write(text)
  }

  async read(): Promise<unknown> {
    const { value, done } = await this.#lines.next()
    if (done === true) throw new Error(`It ended without an answer. ${this.err}`)
    return JSON.parse(value)
  }

  /** Sends any line and returns its answer. */
  async line(text: string): Promise<unknown> {
    this.write(`${text}\n`)
    return this.read()
  }

  async ask(ask: string, fields: Fields = {}): Promise<Answer> {
    const id = (this.#last += 1)
    const answer = (await this.line(JSON.stringify({ id, ask, ...fields }))) as Answer
    if (answer.id !== id) throw new Error(`${id} was asked, and this came: ${JSON.stringify(answer)}`)
    return answer
  }

  /** Sends a request that must succeed. */
  async must(ask: string, fields: Fields = {}): Promise<Answer> {
    const answer = await this.ask(ask, fields)
    if (answer.error !== undefined) throw new Error(`${ask}: ${answer.error.code}: ${answer.error.message}`)
    return answer
  }

  /** Sends several requests in one line. */
  async batch(...asks: readonly Fields[]): Promise<Answer[]> {
    const numbered = asks.map((one) => ({ id: (this.#last += 1), ...one }))
    return (await this.line(JSON.stringify(numbered))) as Answer[]
  }

  /** Closes the input and returns the exit code. */
  async end(): Promise<number | null> {
    this.child.stdin.end()
    return this.ended
  }
}

/** Starts engines for the tests of a file, and stops them after the tests. */
export function engines(): (game: string, options?: readonly string[]) => EngineProcess {
  const open: EngineProcess[] = []
  afterAll(async () => {
    await Promise.all(open.map((one) => one.end()))
  })
  return (game, options = []) => {
    const made = new EngineProcess(game, options)
    open.push(made)
    return made
  }
}
