/** Where the core of a table reads and writes: memory, a file, the database of a browser or one of a server. */
import type { TableDocument } from '../protocol/index.js'
import type { Entry, GameStart, Position, Transition } from '../record/index.js'
import type { ViewContext } from '../views/index.js'
import type { Person, Seat } from './people.js'

/** Who sits where. */
export interface Seating<P extends Person = Person> {
  readonly seats: readonly Seat[]
  readonly people: readonly P[]
}

/** A table as it is stored, without its entries. */
export interface TableHead<P extends Person = Person> extends Seating<P> {
  readonly id: string
  readonly name: string
  /** The rules it is played by. */
  readonly context: ViewContext
  readonly start: GameStart
  readonly listed: boolean
  readonly uploaded: boolean
  readonly created: number
  readonly changed: number
}

/** What is to be written, all of it or nothing. */
export interface Addition<A> {
  /** The number of the last entry that the core has. If another process appended first, nothing is written. */
  readonly after: number
  readonly transitions: readonly Transition[]
  /** The table after them. */
  readonly document: TableDocument
  /** Who plays a seat from now on. */
  readonly seat?: Seat | undefined
  /** What else belongs to the same transaction, in the storage's own words. */
  readonly also?: A | undefined
}

/** The record of one table. `P` is what the storage knows of people, `A` what it can write together with entries. */
export interface TableRecord<P extends Person = Person, A = never> {
  /** Throws a Refusal if there is no such table. */
  head(): Promise<TableHead<P>>
  seating(): Promise<Seating<P>>
  /** The entries after this number; by default all. */
  entries(after?: number): Promise<readonly Entry[]>
  /** The last stored position that is not after this entry. Returns undefined if there is none. */
  snapshot(most: number): Promise<Position | undefined>
  /** Is called with each position of a replay, so that the record can keep some. */
  passed?(position: Position): void
  /** Returns false, and writes nothing, if another process appended first. */
  append(addition: Addition<A>): Promise<boolean>
  saveSeen(person: P, number: number): Promise<void>
}
