/** The undo horizons of a table, updated incrementally so that no step and no undo reads all entries. */
import type { UndoHorizon } from '../protocol/index.js'
import { type KnownOrNeeded, NO_HORIZON, type Transition, UndoLine, type UndoPlan } from '../record/index.js'
import type { Person } from './people.js'
import type { ReplayedTable, RecordReader } from './record-reader.js'

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

  /** Runs a query, and replays the steps that it needs, from the snapshot before the first of them. */
  async #query<T>(query: (line: UndoLine) => KnownOrNeeded<T>): Promise<T> {
    const { number } = this.table.position
    this.#line ??= new UndoLine((await this.reader.all()).filter((entry) => entry.number <= number))
    const line = this.#line
    for (let needed = Number.POSITIVE_INFINITY; ; ) {
      const answer = query(line)
      if ('known' in answer) return answer.known
      if (answer.needs >= needed) throw new Error(`Entry ${answer.needs} is not on the record.`)
      needed = answer.needs
      const base = await this.reader.snapshotBefore(needed)
      for (const transition of await this.reader.transitions(base, number)) line.learn(transition)
    }
  }
}
