/** Replays the record of a table from the nearest snapshot, to positions and transitions. */
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

/** The table of a record. Its rules may change while it is in use. */
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

  /** Returns all entries. Expensive: for saves and bots only. */
  all(): Promise<readonly Entry[]> {
    return this.record.entries()
  }

  /** Returns the last snapshot before this entry, or `undefined`. */
  snapshotBefore(number: number): Promise<Position | undefined> {
    return this.record.snapshot(number - 1)
  }

  /** Returns the entries that a replay from `base` needs: all of them if an undo or a rules migration goes back before it. */
  async entriesFrom(base: Position | undefined, until = Number.POSITIVE_INFINITY): Promise<readonly Entry[]> {
    const since = base?.number ?? 0
    const entries = await this.record.entries(since)
    const goesBack = (entry: Entry): boolean =>
      entry.kind === 'moved' || (entry.kind === 'undo' && entry.to <= since && entry.number <= until)
    return since > 0 && entries.some(goesBack) ? this.record.entries() : entries
  }

  /** Returns the transitions after `base` (default: the start) up to entry `until`. */
  async transitions(base: Position | undefined, until?: number): Promise<Transition[]> {
    const { game, start } = this.table
    return [...replayEntries(game, start, await this.entriesFrom(base, until), base, until)]
  }

  async transitionsSince(number: number): Promise<Transition[]> {
    const transitions = await this.transitions(await this.record.snapshot(number))
    return transitions.filter(({ entry }) => entry.number > number)
  }

  /** Returns the position before this entry. */
  async before(number: number): Promise<Position> {
    const { game, start } = this.table
    const base = await this.snapshotBefore(number)
    const last = (await this.transitions(base, number - 1)).at(-1)
    return last?.after ?? base ?? startOf(game, start).position
  }
}
