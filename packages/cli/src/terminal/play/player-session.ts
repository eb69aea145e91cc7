/** A player's session at a table: the log of each viewer, and how much of it was on the screen. */
import type { Table } from '@ludoforge/client'
import type { TableUpdate } from '@ludoforge/table'
import type { Values } from '@ludoforge/look'
import type { Labels, ShownTable } from '../board/index.js'
import { TerminalLog } from './log.js'

interface Decided {
  readonly number: number
  readonly seat: string
}

export class PlayerSession {
  readonly #logs = new Map<string | null, TerminalLog>()
  readonly #shown = new Map<string | null, number>()
  readonly #values = new Map<string | null, Values>() // when last shown
  readonly #seen = new Map<string | null, ShownTable>()
  #decided: Decided[] = [] // without undone ones
  #number = 0
  /** Updates that arrive while the history is loading. */
  #pending: TableUpdate[] | undefined = []
  /** `version` grows with every update that may change the question, `turns` with every decision of others. */
  version = 0
  turns = 0

  constructor(
    readonly table: Table,
    readonly labels: Labels,
  ) {}

  /** Loads the history. The player has seen the entries up to `seen` before. */
  async catchUp(seen: number): Promise<void> {
    const { number } = this.table
    while (this.#number < number || this.#logs.size === 0) {
      const { opening, happenings } = await this.table.history(this.#number, number)
      for (const { eye: viewer, events } of opening) this.story(viewer).tell(events, 0)
      for (const update of happenings) this.#apply(update)
      if (number === 0) break
    }
    for (const viewer of this.#logs.keys()) this.#shown.set(viewer, seen)
    const pending = this.#pending ?? []
    this.#pending = undefined
    for (const update of pending) this.hear(update)
  }

  hear(update: TableUpdate): void {
    if (this.#pending !== undefined) this.#pending.push(update)
    else if (update.number > this.#number) this.#apply(update)
  }

  #apply(update: TableUpdate): void {
    const { number } = update
    this.#number = number
    if (update.type === 'step') {
      const { seat, told } = update
      this.#decided.push({ number, seat })
      if (!this.table.you.seats.includes(seat)) this.turns += 1
      for (const { eye: viewer } of told) this.story(viewer)
    } else if (update.type === 'undone') {
      this.#decided = this.#decided.filter(({ number: decided }) => decided < update.to)
      this.turns += 1
    }
    if (['step', 'undone', 'seats', 'moved'].includes(update.type)) this.version += 1
    for (const log of this.#logs.values()) log.add(update)
  }

  story(viewer: string | null): TerminalLog {
    const known = this.#logs.get(viewer)
    if (known !== undefined) return known
    const made = new TerminalLog(this.labels, viewer)
    this.#logs.set(viewer, made)
    return made
  }

  /** The player's own decisions that can be undone, oldest first. */
  get own(): readonly Decided[] {
    return this.#decided.filter(({ seat }) => this.table.you.seats.includes(seat))
  }

  /** The number of decisions of all seats, without undone ones. */
  get decisions(): number {
    return this.#decided.length
  }

  hasDecided(seat: string): boolean {
    return this.#decided.some((decision) => decision.seat === seat)
  }

  /** What the viewer hasn't been shown yet, in at most `maxLines`. */
  news(viewer: string | null, width: number, maxLines: number): readonly string[] {
    const before = this.#values.get(viewer)
    const standing = before && { before, after: this.table.values(viewer) }
    return this.story(viewer).digest(this.#shown.get(viewer) ?? -1, width, maxLines, standing)
  }

  /** Marks everything up to now as shown. */
  showed(viewer: string | null): void {
    this.#shown.set(viewer, this.#number)
    this.#values.set(viewer, this.table.values(viewer))
  }

  /** The board as the viewer saw it last. */
  before(viewer: string | null): ShownTable | undefined {
    return this.#seen.get(viewer)
  }

  now(viewer: string | null): ShownTable {
    return { view: this.table.view(viewer), values: this.table.values(viewer) }
  }

  /** Records that the viewer sees the board. Others no longer do: there is one screen. */
  sawBoard(viewer: string | null): void {
    this.#seen.clear()
    this.#seen.set(viewer, this.now(viewer))
  }
}
