/** What somebody at a table knows of it: the story as each seat was told it, and what of it was on the screen. */
import type { Table } from '@ludoforge/client'
import type { TableUpdate } from '@ludoforge/table'
import type { Values } from '@ludoforge/look'
import type { Labels, SeenTable } from '../board/index.js'
import { TerminalLog } from './log.js'

interface Decided {
  readonly number: number
  readonly seat: string
}

export class PlayerSession {
  readonly #stories = new Map<string | null, TerminalLog>()
  readonly #shown = new Map<string | null, number>()
  readonly #values = new Map<string | null, Values>() // as they were then
  readonly #seen = new Map<string | null, SeenTable>()
  #decided: Decided[] = [] // that count
  #number = 0
  /** What happened while the past was asked for. */
  #late: TableUpdate[] | undefined = []
  /** Grows when another question may be asked, and when it is somebody else's turn. */
  version = 0
  turns = 0

  constructor(
    readonly table: Table,
    readonly labels: Labels,
  ) {}

  /** Learns all that happened so far; up to `seen` it was on a screen before. */
  async catchUp(seen: number): Promise<void> {
    const { number } = this.table
    while (this.#number < number || this.#stories.size === 0) {
      const { opening, happenings } = await this.table.history(this.#number, number)
      for (const { eye, events } of opening) this.story(eye).tell(events, 0)
      for (const one of happenings) this.#take(one)
      if (number === 0) break
    }
    for (const eye of this.#stories.keys()) this.#shown.set(eye, seen)
    const late = this.#late ?? []
    this.#late = undefined
    for (const one of late) this.hear(one)
  }

  hear(happening: TableUpdate): void {
    if (this.#late !== undefined) this.#late.push(happening)
    else if (happening.number > this.#number) this.#take(happening)
  }

  #take(happening: TableUpdate): void {
    const { number } = happening
    this.#number = number
    if (happening.type === 'step') {
      const { seat, told } = happening
      this.#decided.push({ number, seat })
      if (!this.table.you.seats.includes(seat)) this.turns += 1
      for (const { eye } of told) this.story(eye)
    } else if (happening.type === 'undone') {
      this.#decided = this.#decided.filter((one) => one.number < happening.to)
      this.turns += 1
    }
    if (['step', 'undone', 'seats', 'moved'].includes(happening.type)) this.version += 1
    for (const story of this.#stories.values()) story.add(happening)
  }

  story(eye: string | null): TerminalLog {
    const known = this.#stories.get(eye)
    if (known !== undefined) return known
    const made = new TerminalLog(this.labels, eye)
    this.#stories.set(eye, made)
    return made
  }

  /** Whose decisions can be taken back: one's own, the first first. */
  get own(): readonly Decided[] {
    return this.#decided.filter(({ seat }) => this.table.you.seats.includes(seat))
  }

  /** How many decisions of all seats count. */
  get decisions(): number {
    return this.#decided.length
  }

  hasDecided(seat: string): boolean {
    return this.#decided.some((one) => one.seat === seat)
  }

  /** What this eye was not shown yet, in at most so many lines. */
  news(eye: string | null, width: number, maxLines: number): readonly string[] {
    const before = this.#values.get(eye)
    const standing = before && { before, after: this.table.values(eye) }
    return this.story(eye).digest(this.#shown.get(eye) ?? -1, width, maxLines, standing)
  }

  /** All up to now was on the screen. */
  showed(eye: string | null): void {
    this.#shown.set(eye, this.#number)
    this.#values.set(eye, this.table.values(eye))
  }

  /** The board as the eye saw it last. */
  before(eye: string | null): SeenTable | undefined {
    return this.#seen.get(eye)
  }

  now(eye: string | null): SeenTable {
    return { view: this.table.view(eye), values: this.table.values(eye) }
  }

  /** One screen for all: whoever saw the board before somebody else did does not see it any more. */
  sawBoard(eye: string | null): void {
    this.#seen.clear()
    this.#seen.set(eye, this.now(eye))
  }
}
