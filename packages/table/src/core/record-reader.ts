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

const SLICE_MS = 10 // of a replay in one piece
const PAGE = 500 // entries that are read in one piece

/** The table of a record. Its rules may change while it is in use. */
export interface ReplayedTable {
  readonly game: Game
  readonly start: GameStart
  readonly position: Position
}

/** The entries of a replay, and the positions before its first entry that undos go back to, by the undone decision. */
export interface Past {
  readonly entries: readonly Entry[]
  readonly earlier: ReadonlyMap<number, Position>
}

/** Reads the record of a table, and replays only what a question needs. */
export class RecordReader<P extends Person, A> {
  constructor(
    private readonly record: Pick<TableRecord<P, A>, 'entries' | 'snapshot' | 'migration'>,
    private readonly table: Pick<ReplayedTable, 'game' | 'start'>,
  ) {}

  /** Yields the entries up to number `until`, page by page. Other work of the thread runs in between. */
  async *pages(until: number): AsyncGenerator<readonly Entry[], void> {
    for (let last = 0; last < until; last += PAGE) {
      if (last > 0) await otherWork()
      yield await this.record.entries(last, Math.min(until, last + PAGE))
    }
  }

  /** Returns the last snapshot before this entry, or `undefined`. */
  snapshotBefore(number: number): Promise<Position | undefined> {
    return this.record.snapshot(number - 1)
  }

  /** Returns what a replay from `base` to `until` needs. If a rules migration follows, these are all entries. */
  async past(base: Position | undefined, until = Number.POSITIVE_INFINITY): Promise<Past> {
    const since = base?.number ?? 0
    if ((await this.record.migration(since)) > 0)
      return { entries: await this.record.entries(), earlier: new Map() }
    const entries = await this.record.entries(since, until)
    const earlier = new Map<number, Position>()
    for (const entry of entries)
      if (since > 0 && entry.kind === 'undo' && entry.to <= since && !earlier.has(entry.to))
        earlier.set(entry.to, await this.before(entry.to))
    return { entries, earlier }
  }

  /**
   * Returns the transitions after `base` (default: the start) up to entry `until`. A long replay lets other work of the
   * thread run in between.
   */
  async transitions(base: Position | undefined, until?: number): Promise<Transition[]> {
    const { game, start } = this.table
    const { entries, earlier } = await this.past(base, until)
    const transitions: Transition[] = []
    let paused = performance.now()
    for (const transition of replayEntries(game, start, entries, base, until, earlier)) {
      transitions.push(transition)
      if (performance.now() - paused < SLICE_MS) continue
      await otherWork()
      paused = performance.now()
    }
    return transitions
  }

  async transitionsSince(number: number, until?: number): Promise<Transition[]> {
    const transitions = await this.transitions(await this.record.snapshot(number), until)
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

/** Lets the other work of the thread run. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}
