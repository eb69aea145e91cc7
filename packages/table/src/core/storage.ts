/** Where tables are stored. */
import { fromJson, type GameDef } from '@ludoforge/kernel'
import type { TableDocument } from '../protocol/index.js'
import { CorruptRecord, type Entry, type GameStart } from '../record/index.js'

/** What is kept of a table: enough to go on with it. */
export interface StoredTable {
  /** The rules it is played by. A table of a module has none: the module has them. */
  readonly def?: GameDef
  readonly game: { readonly id: string; readonly title: string; readonly fingerprint: string }
  readonly beginning: GameStart
  readonly name: string
  /** Who plays each seat: `me`, or the spec of a bot. */
  readonly seats: Readonly<Record<string, string>>
  readonly created: number
  readonly entries: readonly Entry[]
}

/** Where a table is kept: begun once, then only added to. What is acknowledged was kept before. */
export interface TableStorage {
  load(): Promise<StoredTable | undefined>
  /** `stands`: how the table stands then, for whoever lists tables. */
  begin(kept: StoredTable, stands: TableDocument): Promise<void>
  add(entries: readonly Entry[], stands: TableDocument): Promise<void>
}

/** Lines of text that are only ever added to. `add` resolves when they are stored; `stands` is the table then, for lists. */
export interface AppendOnlyLog {
  all(): Promise<readonly string[]>
  add(lines: readonly string[], stands: TableDocument): Promise<void>
}

/** The first line is the table as it began; each other one is an entry. */
export function logStorage(lines: AppendOnlyLog): TableStorage {
  return {
    async load() {
      const [first, ...others] = await lines.all()
      if (first === undefined) return undefined
      const entries = others.map((line) => fromJson<Entry>(line))
      const gap = entries.findIndex(({ number }, i) => number !== i + 1)
      if (gap >= 0) throw new CorruptRecord(gap + 1, `Entry ${gap + 1} of the table is missing.`)
      return { ...fromJson<StoredTable>(first), entries }
    },
    begin: (kept, stands) => lines.add([JSON.stringify({ ...kept, entries: [] })], stands),
    add: (entries, stands) =>
      lines.add(
        entries.map((entry) => JSON.stringify(entry)),
        stands,
      ),
  }
}

/** What is used of a file that is open for reading and appending: that of `node:fs/promises`, or one like it. */
export interface OpenFile {
  readFile(encoding: 'utf8'): Promise<string>
  appendFile(text: string): Promise<unknown>
  truncate(length: number): Promise<unknown>
  sync(): Promise<unknown>
}

/** The lines of a file. A line that was cut off, because the machine went down just then, was never acknowledged. */
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
