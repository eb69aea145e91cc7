/** Tables kept as lines of text, to which lines are only added. */
import type { TableDocument } from '../protocol/index.js'
import { type Entry, WrongRecord } from '../table/index.js'
import type { Keeper, Kept } from './local.js'

/** Lines that stay. What was added is there when `add` comes back; `stands` is how the table stands then, for lists. */
export interface Lines {
  all(): Promise<readonly string[]>
  add(lines: readonly string[], stands: TableDocument): Promise<void>
}

/** The first line is the table as it began; each other one is an entry. */
export function linesKeeper(lines: Lines): Keeper {
  return {
    async load() {
      const [first, ...others] = await lines.all()
      if (first === undefined) return undefined
      const entries = others.map((line) => JSON.parse(line) as Entry)
      const gap = entries.findIndex(({ number }, i) => number !== i + 1)
      if (gap >= 0) throw new WrongRecord(gap + 1, `Entry ${gap + 1} of the table is missing.`)
      return { ...(JSON.parse(first) as Kept), entries }
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

/** Lines of a file. A line that was cut off, because the machine went down just then, was never acknowledged. */
export function fileLines(file: OpenFile): Lines {
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
