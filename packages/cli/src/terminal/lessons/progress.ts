/** What a learner has done: finished lessons, and the places in unfinished ones. Stored next to the saves. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '@ludoforge/kernel'
import type { CoachMemory } from '@ludoforge/client'
import type { LessonPosition } from '@ludoforge/play'
import { Failure } from '../../usage.js'

interface Stored {
  readonly finished: readonly string[] // by id
  readonly left: readonly LessonPosition[]
  readonly guides?: Readonly<Record<string, CoachMemory>> // by seat
}

/** The progress of one game's lessons. Every change is written at once. */
export class Progress {
  readonly #file: string
  #stored: Stored

  constructor(data: string, game: string) {
    this.#file = path.join(data, 'lessons', `${game.replaceAll(/[^\w.-]/g, '_')}.json`)
    this.#stored = existsSync(this.#file) ? read(this.#file) : { finished: [], left: [] }
  }

  get finished(): ReadonlySet<string> {
    return new Set(this.#stored.finished)
  }

  /** Where the learner left a lesson. */
  left(lesson: string): LessonPosition | undefined {
    return this.#stored.left.find((position) => position.lesson === lesson)
  }

  finish(lesson: string): void {
    const left = this.#without(lesson)
    this.#write({ ...this.#stored, finished: [...new Set([...this.#stored.finished, lesson])], left })
  }

  leave(position: LessonPosition): void {
    this.#write({ ...this.#stored, left: [...this.#without(position.lesson), position] })
  }

  /** The file of the guided game of a seat. */
  guideFile(seat: string): string {
    return this.#file.replace(/\.json$/, `-${seat.replaceAll(/[^\w.-]/g, '_')}.save`)
  }

  /** What the coach of a guided game remembers. */
  guide(seat: string): CoachMemory | undefined {
    return this.#stored.guides?.[seat]
  }

  /** Remembers a guided game, or forgets it. */
  setGuide(seat: string, memory: CoachMemory | undefined): void {
    const { [seat]: _, ...others } = this.#stored.guides ?? {}
    this.#write({ ...this.#stored, guides: memory === undefined ? others : { ...others, [seat]: memory } })
  }

  #without(lesson: string): readonly LessonPosition[] {
    return this.#stored.left.filter((position) => position.lesson !== lesson)
  }

  /** Writes another file first, so that a crash leaves a whole one. */
  #write(stored: Stored): void {
    this.#stored = stored
    mkdirSync(path.dirname(this.#file), { recursive: true })
    const made = `${this.#file}.${process.pid}`
    writeFileSync(made, `${JSON.stringify(stored)}\n`)
    renameSync(made, this.#file)
  }
}

function read(file: string): Stored {
  const stored = parsed(readFileSync(file, 'utf8'))
  if (isStored(stored)) return stored
  throw new Failure(`${file} should have your progress in the lessons, but it is damaged. Delete it.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // reported as damaged
  }
}

function isStored(value: unknown): value is Stored {
  if (!isRecord(value)) return false
  const { finished, left, guides = {} } = value
  return (
    isRecord(guides) &&
    Object.values(guides).every((memory) => isRecord(memory) && isRecord(memory['session'])) &&
    Array.isArray(finished) &&
    finished.every((id) => typeof id === 'string') &&
    Array.isArray(left) &&
    left.every(
      (position) =>
        isRecord(position) &&
        typeof position['lesson'] === 'string' &&
        typeof position['read'] === 'number' &&
        Array.isArray(position['done']) &&
        position['done'].every((answers) => Array.isArray(answers)),
    )
  )
}
