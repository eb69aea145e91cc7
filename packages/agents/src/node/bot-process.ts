/** A bot process: starts it, sends one request at a time, and ends it. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  isAsk,
  isFailure,
  isTell,
  type Content,
  isContent,
  type Line,
  LineError,
  LineReader,
  messagesIn,
  encodeLine,
  parseLine,
} from '../line-protocol/index.js'
import { AgentFailed } from '../external/failure.js'
import type { OrphanReaper } from './orphan-reaper.js'
import type { BotRequest } from './supervisor-messages.js'

const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_STDERR_LINE_BYTES = 10_000
const MAX_STDERR_LINES = 1000
const GRACE_MS = 1000 // to exit after `quit`
const MAX_UNREAD_BYTES = 16 * 1024 * 1024 // of answers that it doesn't read
const DRAIN_MS = 200 // its last output on standard error may arrive after its exit

/** Receives what the process asks while a request is open. */
type OnQuery = (query: Line) => void

interface Pending {
  readonly text: string
  readonly ask: BotRequest
  readonly onQuery: OnQuery | undefined
  readonly settle: (answer: Content) => void
  readonly fail: (error: AgentFailed) => void
}

export class BotProcess {
  readonly #child: ChildProcess
  readonly #reader = new LineReader(MAX_ANSWER_BYTES)
  readonly #stderrReader = new LineReader(MAX_STDERR_LINE_BYTES)
  readonly #queue: Pending[] = [] // the first is in progress
  readonly #ended: Promise<void>
  #timer: NodeJS.Timeout | undefined
  #failure: string | undefined
  #stderrLines = 0
  #lastStderrLine = ''

  constructor(
    private readonly spec: string,
    [program, ...args]: readonly [string, ...string[]],
    reaper: OrphanReaper,
    private readonly show: (line: string) => void,
  ) {
    // Its own process group: its children can be killed with it, and Ctrl-C reaches only us.
    const child = spawn(program, args, { detached: true, stdio: 'pipe' })
    this.#child = child
    const { pid } = child
    if (pid !== undefined) reaper.add(pid)
    this.#ended = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#fail(`cannot be started: ${startProblem(error)}`)
        resolve()
      })
      child.on('exit', (code, signal) => {
        if (pid !== undefined) reaper.remove(pid)
        this.#killGroup() // its children too
        resolve()
        setTimeout(
          () => this.#fail(this.#exitReason(code, signal)),
          child.stderr.readableEnded ? 0 : DRAIN_MS,
        )
      })
      child.stderr?.on('end', () => {
        if (child.exitCode !== null || child.signalCode !== null)
          this.#fail(this.#exitReason(child.exitCode, child.signalCode))
      })
    })
    child.stdin?.on('error', () => {}) // it closed its input; its exit or the timeout is reported
    child.stdout?.on('data', (bytes: Uint8Array) => this.#receive(this.#reader.push(bytes)))
    child.stderr?.on('data', (bytes: Uint8Array) => this.#showStderr(this.#stderrReader.push(bytes)))
  }

  /**
   * Queues a request. Rejects with `AgentFailed` if the process fails; it is killed then. Until it answers, it may ask
   * back: `onQuery` gets that, and `tell` writes the answer.
   */
  ask(text: string, ask: BotRequest, onQuery?: OnQuery): Promise<Content> {
    return new Promise((settle, fail) => {
      if (this.#failure !== undefined) return fail(this.#failed(ask, this.#failure))
      this.#queue.push({ text, ask, onQuery, settle, fail })
      if (this.#queue.length === 1) this.#sendNext()
    })
  }

  tell(text: string): void {
    const { stdin } = this.#child
    if (this.#failure !== undefined || stdin === null) return
    stdin.write(text)
    if (stdin.writableLength > MAX_UNREAD_BYTES) this.#fail("doesn't read what it is sent")
  }

  /** Sends `quit`, and kills the process if it doesn't exit in time. */
  async end(): Promise<void> {
    this.tell(encodeLine({ tell: 'quit' }))
    this.#failure ??= 'was shut down'
    this.#child.stdin?.end()
    const timer = setTimeout(() => this.#killGroup(), GRACE_MS)
    await this.#ended
    clearTimeout(timer)
  }

  #sendNext(): void {
    const [pending] = this.#queue
    if (pending === undefined) return
    const { ms } = pending.ask
    this.#child.stdin?.write(pending.text)
    this.#timer = setTimeout(() => this.#fail(`did not answer within ${ms / 1000} s`), ms)
  }

  #receive(lines: readonly (string | LineError)[]): void {
    for (const line of lines) {
      if (this.#failure !== undefined) return
      try {
        if (line instanceof LineError) throw line
        this.#answer(parseLine(line), line)
      } catch (error) {
        if (!(error instanceof LineError)) throw error
        if (typeof line === 'string' && isMeantAsAsk(line))
          this.tell(encodeLine({ id: error.id, error: { code: error.code, message: error.message } }))
        else this.#fail(`wrote an invalid answer. ${error.message}`)
      }
    }
  }

  #answer(message: Line, line: string): void {
    const [pending] = this.#queue
    if (areAsks(message))
      return pending?.onQuery === undefined ? this.#refuse(message) : pending.onQuery(message)
    const excerpt = line.length <= 200 ? line : `${line.slice(0, 200)} …`
    if (pending === undefined) return this.#fail(`wrote a line without being asked: ${excerpt}`)
    if (!('id' in message) || isTell(message))
      return this.#fail(`wrote an invalid answer. An answer needs the "id" of its request: ${excerpt}`)
    const { id } = pending.ask
    if (message.id !== id)
      return this.#fail(`wrote an answer with the id ${message.id} instead of ${id}: ${excerpt}`)
    if (isFailure(message))
      return this.#fail(`answered with an error: ${message.error.message} (${message.error.code})`)
    clearTimeout(this.#timer)
    this.#queue.shift()
    pending.settle(message)
    this.#sendNext()
  }

  /** Refuses requests that come before the first decision, or after the answer to the last. */
  #refuse(query: Line): void {
    const error = { code: 'too-late', message: 'No decision is open. Ask between "decide" and your answer.' }
    const refusals = messagesIn(query).flatMap((one) => (isAsk(one) ? [{ id: one.id, error }] : []))
    const [only] = refusals
    this.tell(encodeLine('length' in query || only === undefined ? refusals : only))
  }

  #showStderr(lines: readonly (string | LineError)[]): void {
    for (const line of lines) {
      this.#stderrLines += 1
      if (this.#stderrLines > MAX_STDERR_LINES + 1) return
      const text = typeof line === 'string' ? line : line.message
      this.#lastStderrLine = text
      this.show(
        this.#stderrLines > MAX_STDERR_LINES
          ? `${this.spec}: … (more lines are not shown)`
          : `${this.spec}: ${text}`,
      )
    }
  }

  #exitReason(code: number | null, signal: string | null): string {
    const how = signal === null ? `exited with code ${code}` : `was killed by ${signal}`
    return this.#lastStderrLine === ''
      ? how
      : `${how}. Its last line on standard error: ${this.#lastStderrLine}`
  }

  /** Fails all pending requests for this reason and kills the process. Only the first failure counts. */
  #fail(how: string): void {
    if (this.#failure !== undefined) return
    this.#failure = how
    clearTimeout(this.#timer)
    for (const pending of this.#queue.splice(0)) pending.fail(this.#failed(pending.ask, how))
    this.#killGroup()
  }

  #failed({ what }: BotRequest, how: string): AgentFailed {
    return new AgentFailed(`${this.spec}, asked ${what}, ${how}${how.endsWith('.') ? '' : '.'}`)
  }

  #killGroup(): void {
    const { pid } = this.#child
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // The group has ended.
    }
  }
}

/** Whether a line asks something: one request, or a batch of them. */
function areAsks(line: Line): boolean {
  const messages = messagesIn(line)
  return messages.length > 0 && messages.every(isAsk)
}

/** Whether a malformed message was meant as a request, which is refused. Any other malformed line is a failure. */
function isMeantAsAsk(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return isContent(value) && 'ask' in value
  } catch {
    return false
  }
}

function startProblem(error: Error): string {
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOENT')
    return `${error.message}. Check that the interpreter in the script's first line is installed: #!/usr/bin/env python3`
  return error.message
}
