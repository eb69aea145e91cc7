/** An editor for tests: starts `ludoforge lsp` and talks JSON-RPC over its standard input and output. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { root } from '../../../../scripts/process.mjs'
import { COMMAND } from '../../../../test/support/run/command.js'

/** A message of the protocol. */
export interface Message {
  readonly jsonrpc: '2.0'
  readonly id?: number | string | null
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export class LanguageClient {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting: {
    readonly fits: (message: Message) => boolean
    readonly done: (message: Message) => void
  }[] = []
  readonly received: Message[] = []
  readonly ended: Promise<number | null>
  err = ''
  #bytes = Buffer.alloc(0)
  #last = 0

  constructor() {
    this.#child = spawn(process.execPath, [COMMAND, 'lsp', '--stdio'], { cwd: root })
    this.ended = new Promise((resolve) => this.#child.once('close', resolve))
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text))
    this.#child.stdout.on('data', (bytes: Buffer) => this.#read(bytes))
  }

  #read(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n')
      const length = Number(
        /Content-Length: (\d+)/i.exec(this.#bytes.subarray(0, Math.max(0, end)).toString())?.[1],
      )
      if (end < 0 || this.#bytes.length < end + 4 + length) return
      const message = JSON.parse(this.#bytes.subarray(end + 4, end + 4 + length).toString()) as Message
      this.#bytes = this.#bytes.subarray(end + 4 + length)
      this.received.push(message)
      for (const one of this.#waiting.filter(({ fits }) => fits(message))) {
        this.#waiting.splice(this.#waiting.indexOf(one), 1)
        one.done(message)
      }
    }
  }

  /** Sends any text as a message. */
  write(text: string): void {
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  notify(method: string, params: unknown): void {
    this.write(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  /** Sends a request and resolves to its response. */
  request(method: string, params: unknown): Promise<Message> {
    const id = (this.#last += 1)
    const response = this.next((message) => message.id === id && message.method === undefined)
    this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return response
  }

  /** Resolves to the next message that fits. */
  next(fits: (message: Message) => boolean): Promise<Message> {
    return new Promise((done) => this.#waiting.push({ fits, done }))
  }

  /** Closes the server as editors do. */
  async close(): Promise<number | null> {
    await this.request('shutdown', null)
    this.notify('exit', null)
    return this.ended
  }
}
