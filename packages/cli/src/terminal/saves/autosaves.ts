/** Games that are saved without asking: those that go on, and the last of those that are over. */
import { mkdirSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { BadTrace, type TraceHeader } from '@ludoforge/play'
import { isInUse, recoverFile } from '@ludoforge/sim'

const ENDING = '.save'
const MOST_OVER = 50 // games that are over; of those that are not none is ever deleted

export interface Saved {
  readonly file: string
  readonly header: TraceHeader
  readonly decisions: number
  readonly changed: Date
  readonly isOver: boolean
}

export class Autosaves {
  readonly #games: string
  readonly #over: string

  constructor(data: string) {
    this.#games = path.join(data, 'games')
    this.#over = path.join(data, 'over')
  }

  /** A name for a new save; its folder is made. */
  newFile(game: string, now: Date = new Date()): string {
    mkdirSync(this.#games, { recursive: true })
    const pad = (n: number, digits = 2): string => String(n).padStart(digits, '0')
    const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
    const time = `${pad(now.getHours())}${pad(now.getMinutes())}${pad(now.getSeconds())}`
    const name = `${game.replaceAll(/[^\w.-]/g, '_')}-${day}-${time}`
    const taken = new Set([...namesIn(this.#games), ...namesIn(this.#over)])
    let file = `${name}${ENDING}`
    for (let n = 2; taken.has(file); n += 1) file = `${name}-${n}${ENDING}`
    return path.join(this.#games, file)
  }

  has(file: string): boolean {
    return path.dirname(path.resolve(file)) === path.resolve(this.#games)
  }

  /** A game has come to its end: it is kept for a while, to be replayed. */
  setAside(file: string): string {
    mkdirSync(this.#over, { recursive: true })
    const place = path.join(this.#over, path.basename(file))
    renameSync(file, place)
    const old = namesIn(this.#over)
      .map((name) => path.join(this.#over, name))
      .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
      .slice(MOST_OVER)
    for (const one of old) unlinkSync(one)
    return place
  }

  /** Games that can be gone on with, the last first; those that somebody plays just now are left out. */
  unfinished(game?: string): Saved[] {
    return savesIn(this.#games, false).filter(
      ({ header, file }) => (game === undefined || header.game === game) && !isInUse(file),
    )
  }

  all(): Saved[] {
    return [...savesIn(this.#games, false), ...savesIn(this.#over, true)]
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(ENDING))
  } catch {
    return [] // there is none yet, or it cannot be read: whoever writes there is told
  }
}

function savesIn(folder: string, isOver: boolean): Saved[] {
  return namesIn(folder)
    .flatMap((name) => {
      const file = path.join(folder, name)
      const saved = read(file, isOver)
      return saved === undefined ? [] : [saved]
    })
    .toSorted((a, b) => b.changed.getTime() - a.changed.getTime())
}

/** What is no save, or none that can be read, is not ours to speak of. */
function read(file: string, isOver: boolean): Saved | undefined {
  try {
    const { header, decisions } = recoverFile(file)
    return { file, header, decisions: decisions.length, changed: statSync(file).mtime, isOver }
  } catch (error) {
    if (error instanceof BadTrace) return undefined
    throw error
  }
}
