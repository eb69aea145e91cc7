/** Automatic saves: all unfinished games, and the most recent finished ones. */
import { mkdirSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs'
import path from 'node:path'
import { BadTrace, type TraceHeader } from '@ludoforge/play'
import { isInUse, recoverFile } from '@ludoforge/sim'

const EXTENSION = '.save'
const MAX_FINISHED = 50 // older ones are deleted; unfinished games never are

export interface SavedGame {
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

  /** Returns the file for a new save. Creates its folder. */
  newFile(game: string, now: Date = new Date()): string {
    mkdirSync(this.#games, { recursive: true })
    const pad = (n: number, digits = 2): string => String(n).padStart(digits, '0')
    const day = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
    const time = `${pad(now.getHours())}${pad(now.getMinutes())}${pad(now.getSeconds())}`
    const name = `${game.replaceAll(/[^\w.-]/g, '_')}-${day}-${time}`
    const taken = new Set([...namesIn(this.#games), ...namesIn(this.#over)])
    let file = `${name}${EXTENSION}`
    for (let n = 2; taken.has(file); n += 1) file = `${name}-${n}${EXTENSION}`
    return path.join(this.#games, file)
  }

  has(file: string): boolean {
    return path.dirname(path.resolve(file)) === path.resolve(this.#games)
  }

  /** Moves a finished game to the folder of finished games, for replays. Deletes the oldest ones. */
  setAside(file: string): string {
    mkdirSync(this.#over, { recursive: true })
    const target = path.join(this.#over, path.basename(file))
    renameSync(file, target)
    const old = namesIn(this.#over)
      .map((name) => path.join(this.#over, name))
      .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
      .slice(MAX_FINISHED)
    for (const name of old) unlinkSync(name)
    return target
  }

  /** The games to resume, latest first. Skips those that another process plays right now. */
  unfinished(game?: string): SavedGame[] {
    return savesIn(this.#games, false).filter(
      ({ header, file }) => (game === undefined || header.game === game) && !isInUse(file),
    )
  }

  all(): SavedGame[] {
    return [...savesIn(this.#games, false), ...savesIn(this.#over, true)]
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(EXTENSION))
  } catch {
    return [] // missing or unreadable: a later write reports it
  }
}

function savesIn(folder: string, isOver: boolean): SavedGame[] {
  return namesIn(folder)
    .flatMap((name) => {
      const file = path.join(folder, name)
      const saved = read(file, isOver)
      return saved === undefined ? [] : [saved]
    })
    .toSorted((a, b) => b.changed.getTime() - a.changed.getTime())
}

/** Reads a save. Returns `undefined` for any other or damaged file. */
function read(file: string, isOver: boolean): SavedGame | undefined {
  try {
    const { header, decisions } = recoverFile(file)
    return { file, header, decisions: decisions.length, changed: statSync(file).mtime, isOver }
  } catch (error) {
    if (error instanceof BadTrace) return undefined
    throw error
  }
}
