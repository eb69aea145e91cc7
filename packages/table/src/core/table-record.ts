/** The record interface of `TableCore`, implemented in memory and on a database. */
import type { TableDocument } from '../protocol/index.js'
import type { Entry, GameStart, Position, Transition } from '../record/index.js'
import type { ViewContext } from '../views/index.js'
import type { Person, Seat } from './people.js'

/** The seats and people of a table. */
export interface Seating<P extends Person = Person> {
  readonly seats: readonly Seat[]
  readonly people: readonly P[]
}

/** A stored table without its entries. */
export interface TableHead<P extends Person = Person> extends Seating<P> {
  readonly id: string
  readonly name: string
  /** The rules of the table. */
  readonly context: ViewContext
  readonly start: GameStart
  readonly listed: boolean
  readonly uploaded: boolean
  readonly created: number
  readonly changed: number
}

/** An atomic write. */
export interface AppendRequest<A> {
  /** The last entry that the core knows. If another process has appended since, nothing is written. */
  readonly after: number
  readonly transitions: readonly Transition[]
  /** The table after the transitions. */
  readonly document: TableDocument
  /** The changed seat. */
  readonly seat?: Seat | undefined
  /** A further write in the same transaction, specific to the storage. */
  readonly also?: A | undefined
}

/** The record of one table. `P` is the storage's type of people, `A` its type of further writes. */
export interface TableRecord<P extends Person = Person, A = never> {
  /** Throws a `Refusal` if the table doesn't exist. */
  head(): Promise<TableHead<P>>
  seating(): Promise<Seating<P>>
  /** Returns the entries after this number, by default all. */
  entries(after?: number): Promise<readonly Entry[]>
  /** Returns the last snapshot at or before this entry, or `undefined`. */
  snapshot(most: number): Promise<Position | undefined>
  /** Receives each position of a replay, so that the record can take snapshots. */
  passed?(position: Position): void
  /** Returns `false` and writes nothing if another process has appended first. */
  append(addition: AppendRequest<A>): Promise<boolean>
  saveSeen(person: P, number: number): Promise<void>
}
