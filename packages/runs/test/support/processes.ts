/** Child processes: workers, and the command. */
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { COMMAND } from '../../../../test/support/run/command.js'
import type { QueueLocation } from '../../src/index.js'

const WORKER = fileURLToPath(new URL('worker-child.ts', import.meta.url))
const FLAGS = ['--import', 'tsx', '--conditions=source']

export class WorkerProcess {
  readonly said: string[] = []
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess

  constructor(
    { queue, database }: QueueLocation,
    version: string,
    jobs = 1,
    nodeFlags: readonly string[] = [],
  ) {
    const args = [...nodeFlags, ...FLAGS, WORKER, queue, database, version, String(jobs)]
    this.#child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    this.#child.on('message', (line) => this.said.push(line as string))
    this.ended = new Promise((resolve) => this.#child.once('exit', resolve))
  }

  /** Kills it without warning, like a power cut. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }

  async end(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.ended
  }
}

/** The `ludoforge` command. */
export class CommandProcess {
  out = ''
  err = ''
  readonly ended: Promise<number | null>
  readonly #child: ChildProcess

  constructor(args: readonly string[], within: readonly string[] = []) {
    const [command = '', ...rest] = [...within, process.execPath, COMMAND, ...args]
    this.#child = spawn(command, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.out += text))
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.err += text))
    this.ended = new Promise((resolve) => this.#child.once('close', resolve))
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.#child.kill(signal)
    return this.ended
  }
}
