/** Reads the record of a table: positions and transitions, from the nearest snapshot on. */
import type { Game } from '@ludoforge/kernel'
import {
  type Entry,
  type GameStart,
  type Position,
  replayEntries,
  startOf,
  type Transition,
} from '../record/index.js'
import type { Person } from './people.js'
import type { TableRecord } from './table-record.js'

/** The table whose record it is. Its rules may change while it is in use. */
export interface ReplayedTable {
  readonly game: Game
  readonly start: GameStart
  readonly position: Position
}

export class RecordReader<P extends Person, A> {
  constructor(
    private readonly record: Pick<TableRecord<P, A>, 'entries' | 'snapshot'>,
    private readonly table: ReplayedTable,
  ) {}

  /** All entries: for saves and for bots, not for small questions. */
  all(): Promise<readonly Entry[]> {
    return this.record.entries()
  }

  /** A stored position before this number. Returns undefined if there is none. */
  snapshotBefore(number: number): Promise<Position | undefined> {
    return this.record.snapshot(number - 1)
  }

  /** What a replay from `base` needs: the entries after it, or all if an undo leads back before it or rules changed. */
  async entriesFrom(base: Position | undefined, until = Number.POSITIVE_INFINITY): Promise<readonly Entry[]> {
    const since = base?.number ?? 0
    const entries = await this.record.entries(since)
    const leadsBack = (entry: Entry): boolean =>
      entry.kind === 'moved' || (entry.kind === 'undo' && entry.to <= since && entry.number <= until)
    return since > 0 && entries.some(leadsBack) ? this.record.entries() : entries
  }

  /** What happened after `base`, by default since the start, up to the entry `until`. */
  async transitions(base: Position | undefined, until?: number): Promise<Transition[]> {
    const { game, start } = this.table
    return [...replayEntries(game, start, await this.entriesFrom(base, until), base, until)]
  }

  async transitionsSince(number: number): Promise<Transition[]> {
    const transitions = await this.transitions(await this.record.snapshot(number))
    return transitions.filter(({ entry }) => entry.number > number)
  }

  /** The position before the entry with this number. */
  async before(number: number): Promise<Position> {
    const { game, start } = this.table
    const base = await this.snapshotBefore(number)
    const last = (await this.transitions(base, number - 1)).at(-1)
    return last?.after ?? base ?? startOf(game, start).position
  }
}
