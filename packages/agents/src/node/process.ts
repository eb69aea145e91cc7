/** One program that decides: started, asked one thing at a time, and ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  isAsk,
  isFailure,
  isTell,
  type Content,
  LineError,
  LineReader,
  encodeLine,
  type Message,
  parseLine,
} from '../line-protocol/index.js'
import { AgentFailed } from '../external/failure.js'
import type { OrphanReaper } from './orphan-reaper.js'
import type { Asking } from './messages.js'

const LONGEST_ANSWER = 1024 * 1024
const LONGEST_NOTE = 10_000 // of a line on standard error
const MOST_NOTES = 1000
const GRACE_MS = 1000 // to end by itself
const DRAIN_MS = 200 // what it wrote on standard error last may come after its end

interface Job {
  readonly text: string
  readonly ask: Asking
  readonly settle: (answer: Content) => void
  readonly fail: (error: AgentFailed) => void
}

export class BotProcess {
  readonly #child: ChildProcess
  readonly #reader = new LineReader(LONGEST_ANSWER)
  readonly #notes = new LineReader(LONGEST_NOTE)
  readonly #jobs: Job[] = [] // the first is being asked
  readonly #ended: Promise<void>
  #timer: NodeJS.Timeout | undefined
  #failure: string | undefined
  #told = 0
  #lastNote = ''

  constructor(
    private readonly spec: string,
    [program, ...args]: readonly [string, ...string[]],
    lifeline: OrphanReaper,
    private readonly show: (line: string) => void,
  ) {
    // A group of its own: all that it starts can be ended with it, and Ctrl-C is for us.
    const child = spawn(program, args, { detached: true, stdio: 'pipe' })
    this.#child = child
    const { pid } = child
    if (pid !== undefined) lifeline.add(pid)
    this.#ended = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#fail(`cannot be started: ${startProblem(error)}`)
        resolve()
      })
      child.on('exit', (code, signal) => {
        if (pid !== undefined) lifeline.remove(pid)
        this.#killGroup() // what it started, too
        resolve()
        setTimeout(() => this.#fail(this.#ending(code, signal)), child.stderr.readableEnded ? 0 : DRAIN_MS)
      })
      child.stderr?.on('end', () => {
        if (child.exitCode !== null || child.signalCode !== null)
          this.#fail(this.#ending(child.exitCode, child.signalCode))
      })
    })
    child.stdin?.on('error', () => {}) // it does not listen any more: its end is told, or it is late
    child.stdout?.on('data', (bytes: Uint8Array) => this.#hear(this.#reader.push(bytes)))
    child.stderr?.on('data', (bytes: Uint8Array) => this.#note(this.#notes.push(bytes)))
  }

  /** Asks, when it has answered all that it was asked before. Throws AgentFailed: then it has been ended. */
  ask(text: string, ask: Asking): Promise<Content> {
    return new Promise((settle, fail) => {
      if (this.#failure !== undefined) return fail(this.#failed(ask, this.#failure))
      this.#jobs.push({ text, ask, settle, fail })
      if (this.#jobs.length === 1) this.#begin()
    })
  }

  tell(text: string): void {
    if (this.#failure === undefined) this.#child.stdin?.write(text)
  }

  /** Lets it end, and makes it if it does not. */
  async end(): Promise<void> {
    this.tell(encodeLine({ tell: 'quit' }))
    this.#failure ??= 'was told to quit'
    this.#child.stdin?.end()
    const timer = setTimeout(() => this.#killGroup(), GRACE_MS)
    await this.#ended
    clearTimeout(timer)
  }

  #begin(): void {
    const [job] = this.#jobs
    if (job === undefined) return
    const { ms } = job.ask
    this.#child.stdin?.write(job.text)
    this.#timer = setTimeout(() => this.#fail(`did not answer within ${ms / 1000} s`), ms)
  }

  #hear(lines: readonly (string | LineError)[]): void {
    for (const line of lines) {
      if (this.#failure !== undefined) return
      try {
        if (line instanceof LineError) throw line
        this.#answer(parseLine(line), line)
      } catch (error) {
        if (!(error instanceof LineError)) throw error
        this.#fail(`wrote what is no answer. ${error.message}`)
      }
    }
  }

  #answer(message: Message | readonly Message[], line: string): void {
    const [job] = this.#jobs
    const said = line.length <= 200 ? line : `${line.slice(0, 200)} …`
    if (job === undefined) return this.#fail(`wrote a line without being asked: ${said}`)
    if (!('id' in message) || isAsk(message) || isTell(message))
      return this.#fail(`wrote what is no answer. An answer has the "id" of what was asked: ${said}`)
    const { id } = job.ask
    if (message.id !== id)
      return this.#fail(`wrote an answer with the id ${message.id} instead of ${id}: ${said}`)
    if (isFailure(message))
      return this.#fail(`answered with an error: ${message.error.message} (${message.error.code})`)
    clearTimeout(this.#timer)
    this.#jobs.shift()
    job.settle(message)
    this.#begin()
  }

  #note(lines: readonly (string | LineError)[]): void {
    for (const line of lines) {
      this.#told += 1
      if (this.#told > MOST_NOTES + 1) return
      const text = typeof line === 'string' ? line : line.message
      this.#lastNote = text
      this.show(
        this.#told > MOST_NOTES ? `${this.spec}: … and more, which is not shown` : `${this.spec}: ${text}`,
      )
    }
  }

  #ending(code: number | null, signal: string | null): string {
    const how = signal === null ? `ended with the exit code ${code}` : `was ended by ${signal}`
    return this.#lastNote === '' ? how : `${how}. Its last line on standard error: ${this.#lastNote}`
  }

  /** All that it is asked has failed; the first for this reason. */
  #fail(how: string): void {
    if (this.#failure !== undefined) return
    this.#failure = how
    clearTimeout(this.#timer)
    for (const job of this.#jobs.splice(0)) job.fail(this.#failed(job.ask, how))
    this.#killGroup()
  }

  #failed({ what }: Asking, how: string): AgentFailed {
    return new AgentFailed(`${this.spec}, asked ${what}, ${how}${how.endsWith('.') ? '' : '.'}`)
  }

  #killGroup(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // All of it has ended.
    }
  }
}

function startProblem(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT')
    return `${error.message}. What the first line of a script names must be there: #!/usr/bin/env python3`
  return error.message
}
