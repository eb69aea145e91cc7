/** `ludoforge serve` in a child process that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { COMMAND } from '../../../../test/support/run/command.js'
import type { StoreOptions } from '../../src/store/index.js'

export interface Child {
  readonly url: string
  readonly process: ChildProcess
  /** Kills the process without warning, like a power cut. */
  kill(): Promise<void>
}

/** Starts `ludoforge serve`. */
export function startChild(where: StoreOptions, port: number, games: readonly string[]): Promise<Child> {
  const store = where.database === undefined ? ['--data', where.data] : ['--database', where.database]
  const args = ['serve', ...games, '--port', String(port), ...store, '--no-colour', '--no-limits']
  const child = spawn(process.execPath, [COMMAND, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  return new Promise((resolve, reject) => {
    let said = ''
    const hear = (data: Buffer): void => {
      said += data.toString()
      const url = /running at (\S+)/.exec(said)?.[1]
      if (url === undefined || !said.includes('Games:')) return
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL')
        await ended
      }
      resolve({ url, process: child, kill })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)))
  })
}
