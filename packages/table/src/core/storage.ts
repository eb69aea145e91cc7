/** Storage of local tables: an append-only log, in a file or in IndexedDB. */
import { fromJson, type GameDef } from '@ludoforge/kernel'
import type { TableDocument } from '../protocol/index.js'
import { CorruptRecord, type Entry, type GameStart } from '../record/index.js'

/** A stored table, complete enough to resume it. */
export interface StoredTable {
  /** The rules of the table, unless they come from a module. */
  readonly def?: GameDef
  readonly game: { readonly id: string; readonly title: string; readonly fingerprint: string }
  readonly beginning: GameStart
  readonly name: string
  /** The player of each seat: `me`, or the spec of a bot. */
  readonly seats: Readonly<Record<string, string>>
  readonly created: number
  readonly entries: readonly Entry[]
}

/** The storage of one table: created once, then append-only. Nothing is acknowledged before it is stored. */
export interface TableStorage {
  load(): Promise<StoredTable | undefined>
  /** Creates the table. `document` describes it for lists of tables. */
  begin(table: StoredTable, document: TableDocument): Promise<void>
  add(entries: readonly Entry[], document: TableDocument): Promise<void>
}

/** An append-only log of lines. `add` resolves when they are durable; `document` describes the table for lists. */
export interface AppendOnlyLog {
  all(): Promise<readonly string[]>
  add(lines: readonly string[], document: TableDocument): Promise<void>
}

/** Stores a table as a log: the first line is the table at its start, every other line is an entry. */
export function logStorage(log: AppendOnlyLog): TableStorage {
  return {
    async load() {
      const [first, ...others] = await log.all()
      if (first === undefined) return undefined
      const entries = others.map((line) => fromJson<Entry>(line))
      const gap = entries.findIndex(({ number }, i) => number !== i + 1)
      if (gap >= 0)
        throw new CorruptRecord(
          gap + 1,
          `Entry ${gap + 1} of the stored table is missing. The record is damaged.`,
        )
      return { ...fromJson<StoredTable>(first), entries }
    },
    begin: (table, document) => log.add([JSON.stringify({ ...table, entries: [] })], document),
    add: (entries, document) =>
      log.add(
        entries.map((entry) => JSON.stringify(entry)),
        document,
      ),
  }
}

/** The part of a `FileHandle` of `node:fs/promises` that `fileLog` needs. */
export interface OpenFile {
  readFile(encoding: 'utf8'): Promise<string>
  appendFile(text: string): Promise<unknown>
  truncate(length: number): Promise<unknown>
  sync(): Promise<unknown>
}

/** A log in a file. It drops an incomplete last line: a crash cut it off before it was acknowledged. */
export function fileLog(file: OpenFile): AppendOnlyLog {
  return {
    async all() {
      const text = await file.readFile('utf8')
      const whole = text.slice(0, text.lastIndexOf('\n') + 1)
      if (whole.length < text.length) await file.truncate(new TextEncoder().encode(whole).length)
      return whole.split('\n').slice(0, -1)
    },
    async add(lines) {
      await file.appendFile(lines.map((line) => `${line}\n`).join(''))
      await file.sync()
    },
  }
}
