/** The undo horizons of a table, updated incrementally so that no step and no undo reads all entries. */
import type { UndoHorizon } from '../protocol/index.js'
import { type KnownOrNeeded, NO_HORIZON, type Transition, UndoLine, type UndoPlan } from '../record/index.js'
import type { Person } from './people.js'
import type { ReplayedTable, RecordReader } from './record-reader.js'

const AHEAD = 50 // steps that are replayed in one piece

export class UndoHorizons<P extends Person, A> {
  #line: UndoLine | undefined // built lazily

  constructor(
    private readonly reader: RecordReader<P, A>,
    private readonly table: ReplayedTable,
  ) {}

  /** Resets after a replay. `transitions` is undefined if the replay started from a snapshot. */
  begin(transitions: readonly Transition[] | undefined): void {
    this.#line = transitions === undefined ? undefined : new UndoLine()
    for (const transition of transitions ?? []) this.take(transition)
  }

  take(transition: Transition): void {
    this.#line?.take(transition)
  }

  /** Returns how far a person with these seats may undo now. */
  async horizon(mine: readonly string[]): Promise<UndoHorizon> {
    const { question } = this.table.position
    return mine.length === 0 ? NO_HORIZON : this.#query((line) => line.horizon(mine, question))
  }

  plan(mine: readonly string[], to?: number): Promise<UndoPlan> {
    return this.#query((line) => line.plan(mine, to))
  }

  /** Reads the line of all entries up to this number. The steps of its decisions are replayed when a query needs them. */
  async #read(number: number): Promise<UndoLine> {
    const line = new UndoLine()
    for await (const entries of this.reader.pages(number)) for (const entry of entries) line.takeEntry(entry)
    return line
  }

  /**
   * Runs a query, and replays the steps that it needs, from the snapshot before each. A query goes back from the newest
   * decision to older ones, or forward from an old one.
   */
  async #query<T>(query: (line: UndoLine) => KnownOrNeeded<T>): Promise<T> {
    const { number } = this.table.position
    const line = (this.#line ??= await this.#read(number))
    for (let last = Number.POSITIVE_INFINITY; ; ) {
      const answer = query(line)
      if ('known' in answer) return answer.known
      const { needs } = answer
      if (needs === last) throw new Error(`Entry ${needs} is not on the record.`)
      const until = needs > last ? Math.min(number, needs + AHEAD) : needs
      const base = await this.reader.snapshotBefore(needs)
      for (const transition of await this.reader.transitions(base, until)) line.learn(transition)
      last = needs
    }
  }
}
