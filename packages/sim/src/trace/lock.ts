import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { isRecord } from '@ludoforge/kernel'
import { BadTrace } from '@ludoforge/play'
import { errorCode, writeError } from './file-errors.js'

interface Holder {
  readonly pid: number
  readonly host: string
}

/** A lock file next to a save. Two processes that write the same save would destroy it. */
export class TraceLock {
  readonly #lock: string
  /** A note for users, if the lock of a dead process was inUseError over. */
  readonly note: string | undefined

  private constructor(lock: string, note: string | undefined) {
    this.#lock = lock
    this.note = note
  }

  /** Takes the lock, also from a dead process. Throws `BadTrace` if another process holds it. */
  static take(file: string): TraceLock {
    const lock = `${file}.lock`
    if (tryCreate(lock)) return new TraceLock(lock, undefined)
    const text = readIfExists(lock)
    const holder = text === undefined ? undefined : parseHolder(text)
    if (text !== undefined && (holder === undefined || isAlive(holder))) throw inUseError(file, lock, holder)
    // Renaming is atomic, so one process wins. If the moved lock has changed meanwhile, another process was faster.
    if (text !== undefined) {
      const old = `${lock}.${process.pid}.old`
      renameSync(lock, old)
      const moved = readIfExists(old)
      if (moved !== text) {
        renameSync(old, lock)
        throw inUseError(file, lock, parseHolder(moved ?? ''))
      }
      unlinkSync(old)
    }
    if (!tryCreate(lock)) throw inUseError(file, lock, parseHolder(readIfExists(lock) ?? ''))
    const who = holder === undefined ? 'another process' : `process ${holder.pid}`
    return new TraceLock(lock, `${file} was left open by ${who}, which has ended. This process resumes it.`)
  }

  release(): void {
    if (readIfExists(this.#lock) === OWN) unlinkSync(this.#lock)
  }
}

/** Whether a process is writing to the file. */
export function isInUse(file: string): boolean {
  const text = readIfExists(`${file}.lock`)
  const holder = text === undefined ? undefined : parseHolder(text)
  return text !== undefined && (holder === undefined || isAlive(holder))
}

const OWN = JSON.stringify({ pid: process.pid, host: hostname() } satisfies Holder)

function tryCreate(lock: string): boolean {
  try {
    writeFileSync(lock, OWN, { flag: 'wx' })
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return false
    if (readIfExists(lock) === '') unlinkSync(lock) // the disk is full
    throw writeError(lock, error)
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new BadTrace(`Cannot read ${file} (${errorCode(error)}).`)
  }
}

function parseHolder(text: string): Holder | undefined {
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

/** Whether the process lives. One on another machine can't be checked and counts as alive. */
function isAlive({ pid, host }: Holder): boolean {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}

function inUseError(file: string, lock: string, holder: Holder | undefined): BadTrace {
  const where = holder === undefined || holder.host === hostname() ? '' : ` on ${holder.host}`
  const who = holder === undefined ? 'another process' : `process ${holder.pid}${where}`
  return new BadTrace(
    `${file} is in use by ${who}. End that game first. If it is not running, delete ${lock}.`,
  )
}
