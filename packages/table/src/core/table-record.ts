/** The record interface of `TableCore`, implemented in memory and on a database. */
import type { ClockRule, TableDocument } from '../protocol/index.js'
import type { ClockState, Entry, GameStart, Position, Transition } from '../record/index.js'
import type { ViewContext } from '../views/index.js'
import type { Person, Seat } from './people.js'
import type { TableHistory } from './table-history.js'

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
  /** The seed has been handed out. */
  readonly disclosed: boolean
  /** The seconds that a person must be away before others may take their seat. */
  readonly absence: number
  readonly created: number
  readonly changed: number
  /** The last entry that this contains. Another process may append before the entries are read. */
  readonly number: number
  /** The id of the table of the rematch, if there is one. */
  readonly rematch?: string | undefined
  /** The clock, if the table has one, and its state after some entry. */
  readonly clock?: { readonly rule: ClockRule; readonly state: ClockState } | undefined
}

/** Returns the head after an entry. */
export function headAfter<P extends Person>(head: TableHead<P>, entry: Entry): TableHead<P> {
  const disclosed = head.disclosed || entry.kind === 'disclosed'
  const rematch = entry.kind === 'rematch' ? entry.table : head.rematch
  return { ...head, number: entry.number, changed: entry.at, disclosed, rematch }
}

/** An atomic write. */
export interface AppendRequest<A> {
  /** The last entry that the core knows. If another process has appended since, nothing is written. */
  readonly after: number
  readonly transitions: readonly Transition[]
  /** The table after the transitions. */
  readonly document: TableDocument
  /** The clock after the transitions, if the table has one. */
  readonly clock?: ClockState | undefined
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
  /** Returns the entries after this number up to `until`, by default all. */
  entries(after?: number, until?: number): Promise<readonly Entry[]>
  /** Returns the number of the last rules migration after this entry, or 0. */
  migration(after: number): Promise<number>
  /** Returns the last snapshot at or before this entry, or `undefined`. */
  snapshot(most: number): Promise<Position | undefined>
  /** Receives each transition of a replay, so that the record can take snapshots. */
  passed?(transition: Transition): void
  /** Returns `false` and writes nothing if another process has appended first. */
  append(addition: AppendRequest<A>): Promise<boolean>
  saveSeen(person: P, number: number): Promise<void>
  /** Returns when the person was last connected, in milliseconds, or `undefined` if the record doesn't know. */
  lastConnected?(person: string): Promise<number | undefined>
  /** The past of the table, if the host computes it in another thread. */
  readonly history?: TableHistory
}
