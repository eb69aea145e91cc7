import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isRecord } from '@ludoforge/kernel'
import { BadTrace } from '@ludoforge/play'
import { codeOf, failed } from './file-errors.js'

interface Holder {
  readonly pid: number
  readonly host: string
}

/** Two processes that write one file would destroy it: whoever writes holds the lock that lies beside it. */
export class TraceLock {
  readonly #lock: string
  /** What is to be said about it. */
  readonly note: string | undefined

  private constructor(lock: string, note: string | undefined) {
    this.#lock = lock
    this.note = note
  }

  /** Throws BadTrace if another process has it. The lock of one that is gone is taken over. */
  static take(file: string): TraceLock {
    const lock = `${file}.lock`
    if (made(lock)) return new TraceLock(lock, undefined)
    const text = textOf(lock)
    const holder = text === undefined ? undefined : holderOf(text)
    if (text !== undefined && (holder === undefined || isAlive(holder))) throw taken(file, lock, holder)
    // Whoever moves it away has it, unless somebody else was faster and it is his by now.
    if (text !== undefined) {
      const old = `${lock}.${process.pid}.old`
      renameSync(lock, old)
      const moved = textOf(old)
      if (moved !== text) {
        renameSync(old, lock)
        throw taken(file, lock, holderOf(moved ?? ''))
      }
      unlinkSync(old)
    }
    if (!made(lock)) throw taken(file, lock, holderOf(textOf(lock) ?? ''))
    const who = holder === undefined ? 'another process' : `process ${holder.pid}`
    return new TraceLock(lock, `${file} was left open by ${who}, which is gone; this one goes on with it.`)
  }

  release(): void {
    if (textOf(this.#lock) === OWN) unlinkSync(this.#lock)
  }
}

/** Whether somebody writes to the file just now. */
export function isInUse(file: string): boolean {
  const text = textOf(`${file}.lock`)
  const holder = text === undefined ? undefined : holderOf(text)
  return text !== undefined && (holder === undefined || isAlive(holder))
}

const OWN = JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder)

function made(lock: string): boolean {
  try {
    writeFileSync(lock, OWN, { flag: 'wx' })
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EEXIST') return false
    if (textOf(lock) === '') unlinkSync(lock) // the disk is full
    throw failed(lock, error)
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new BadTrace(`Cannot read ${file} (${codeOf(error)}).`)
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const found: unknown = JSON.parse(text)
    const { pid, host } = isRecord(found) ? found : {}
    return typeof pid === 'number' && Number.isInteger(pid) && typeof host === 'string'
      ? { pid, host }
      : undefined
  } catch {
    return undefined
  }
}

/** Of a process on another machine nobody knows: it counts as there. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) !== 'ESRCH'
  }
}

function taken(file: string, lock: string, holder: Holder | undefined): BadTrace {
  const where = holder === undefined || holder.host === hostname() ? '' : ` on ${holder.host}`
  const who = holder === undefined ? 'another process' : `process ${holder.pid}${where}`
  return new BadTrace(`${file} is in use by ${who}. End that game first; if there is none, delete ${lock}.`)
}
