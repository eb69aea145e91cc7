/** The `yaml` blocks of a file as tables for readers: keys as headings, lists as rows, names instead of ids. */
import {
  DECLARATION_KEYS,
  extractBlocks,
  parseYaml,
  Reporter,
  type SourceFile,
  type YamlEntry,
  type YamlNode,
} from '@ludoforge/compiler/files'
import { DATA_FILE_HEAD } from '../book/locate.js'
import { wordsOfId } from '../kinds.js'
import type { BookData, BookTable } from '../listing.js'

type Names = Readonly<Record<string, string>>

/** Keys that readers see elsewhere, as the title of the game and its glossary, or that only programs read. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['game', 'terms', 'class-names', 'worth', 'promise'])

/** The name is the first column. A flag and bookkeeping are for the compiler. */
const NOT_COLUMNS: ReadonlySet<string> = new Set(['name', 'flag', 'bookkeeping'])

/** Keys whose tables a player reads first. The others hold what the rules keep track of, so they are folded. */
const SHOWN_OPEN: ReadonlySet<string> = new Set([
  'seats',
  'pieces',
  'cards',
  'spaces',
  'options',
  'scenarios',
])

/** Longer tables are folded. */
const MAX_OPEN_ROWS = 12

/** The entries of a `yaml` block, and its first line. */
interface DataBlock {
  readonly line: number
  readonly entries: readonly YamlEntry[]
}

const parsed = new WeakMap<SourceFile, readonly DataBlock[]>() // the desk makes a book after each edit

/** Parses the `yaml` blocks of a file, once. */
function entriesIn(file: SourceFile): readonly DataBlock[] {
  const known = parsed.get(file)
  if (known !== undefined) return known
  const silent = new Reporter() // compiling has reported everything
  const blocks = extractBlocks([file], silent)
    .filter(({ lang }) => lang === 'yaml')
    .map((block) => {
      const node = parseYaml(block, silent)
      return { line: block.span.line, entries: node?.kind === 'map' ? node.entries : [] }
    })
  parsed.set(file, blocks)
  return blocks
}

/** Returns the tables of each `yaml` block that declares data. Blocks with rules in another notation have none. */
export function dataTables(file: SourceFile, names: Names): BookData[] {
  const isData = /\.ya?ml$/i.test(file.path)
  return entriesIn(file).flatMap(({ line, entries }) => {
    const isDeclared = entries.every(({ key }) => DECLARATION_KEYS.some((known) => known === key))
    if (!isDeclared) return []
    const shown = entries.filter(({ key }) => !NOT_SHOWN.has(key))
    const maker = new TableMaker(names)
    return [
      {
        line: isData ? DATA_FILE_HEAD : line - 1,
        tables: shown.flatMap(({ key, value }) =>
          maker.tables(heading(key), value).map((table) => ({
            ...table,
            isFolded: !SHOWN_OPEN.has(key) || table.rows.length > MAX_OPEN_ROWS,
          })),
        ),
      },
    ]
  })
}

const heading = (key: string): string => capital(wordsOfId(key))
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The levels of maps and lists in a node. */
function depthOf(node: YamlNode): number {
  const inner =
    node.kind === 'map' ? node.entries.map(({ value }) => value) : node.kind === 'list' ? node.items : []
  return node.kind === 'scalar'
    ? 0
    : 1 + inner.reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0)
}

type PlainTable = Omit<BookTable, 'isFolded'>

class TableMaker {
  constructor(private readonly names: Names) {}

  tables(title: string, node: YamlNode): PlainTable[] {
    if (node.kind === 'scalar') {
      const text = this.#text(node)
      return text === '' ? [] : [{ title, columns: [], rows: [[text]] }]
    }
    if (node.kind === 'list') return this.#ofList(title, node.items)
    const { entries } = node
    if (entries.length === 0) return []
    if (entries.every(({ value }) => depthOf(value) <= (value.kind === 'map' ? 0 : 1)))
      return [
        {
          title,
          columns: [],
          rows: entries.map((entry) => [capital(this.#name(entry.key)), this.#text(entry.value)]),
        },
      ]
    // Texts next to maps of maps aren't rows of one table: the title of a scenario, and its spaces.
    const most = entries.some(({ value }) => depthOf(value) === 0) ? 1 : 3
    const isUniform = entries.every(
      ({ key, value }) => isRow(value) && depthOf(value) <= most && key !== 'of' && key !== 'default',
    )
    const records = isUniform ? this.#records(title, entries) : undefined
    if (records !== undefined && !isSparse(records)) return [records]
    const plain = entries.filter(({ value }) => depthOf(value) === 0)
    const rows = plain.map((entry) => [heading(entry.key), this.#text(entry.value)])
    return [
      ...(rows.length === 0 ? [] : [{ title, columns: [], rows }]),
      ...entries
        .filter(({ value }) => depthOf(value) > 0)
        .flatMap(({ key, value }) =>
          this.tables(key === 'of' ? title : `${title} › ${capital(this.#name(key))}`, value),
        ),
    ]
  }

  /** A map of maps: a row for each, a column for each of their keys. */
  #records(title: string, entries: readonly YamlEntry[]): PlainTable {
    const fields = entries.map(({ value }) => (value.kind === 'map' ? value.entries : []))
    const keys = [...new Set(fields.flat().map(({ key }) => key))].filter((key) => !NOT_COLUMNS.has(key))
    const hasPlain = entries.some(({ value }) => value.kind !== 'map' && this.#text(value) !== '')
    const rows = entries.map(({ key, value }, i) => {
      const own = fields[i] ?? []
      const name = own.find((field) => field.key === 'name')
      const cells = keys.map((column) => {
        const cell = own.find((field) => field.key === column)
        return cell === undefined ? '' : this.#text(cell.value)
      })
      const first = name === undefined ? capital(this.#name(key)) : this.#text(name.value)
      return [first, ...(hasPlain ? [value.kind === 'map' ? '' : this.#text(value)] : []), ...cells]
    })
    return {
      title,
      columns: ['Name', ...(hasPlain ? ['Value'] : []), ...keys.map((key) => capital(this.#name(key)))],
      rows,
    }
  }

  #ofList(title: string, items: readonly YamlNode[]): PlainTable[] {
    if (items.length === 0) return []
    if (items.every(({ kind }) => kind === 'scalar'))
      return [{ title, columns: [], rows: [[items.map((item) => this.#text(item)).join(', ')]] }]
    if (items.every(({ kind }) => kind === 'map')) {
      const maps = items.map((item) => (item.kind === 'map' ? item.entries : []))
      const keys = [...new Set(maps.flat().map(({ key }) => key))]
      const rows = maps.map((own) =>
        keys.map((key) => {
          const cell = own.find((field) => field.key === key)
          return cell === undefined ? '' : this.#text(cell.value)
        }),
      )
      return [{ title, columns: keys.map(heading), rows }]
    }
    const rows = items.map((item) =>
      item.kind === 'list' ? item.items.map((cell) => this.#text(cell)) : [this.#text(item)],
    )
    return [{ title, columns: [], rows }]
  }

  #text(node: YamlNode): string {
    if (node.kind === 'list') return node.items.map((item) => this.#text(item)).join(', ')
    if (node.kind === 'map')
      return node.entries.map(({ key, value }) => `${this.#name(key)}: ${this.#text(value)}`).join('; ')
    if (node.value === null) return ''
    if (typeof node.value === 'boolean') return node.value ? 'yes' : 'no'
    return typeof node.value === 'number' ? node.raw : this.#name(node.raw)
  }

  /** The name of an id, or of the ids in a phrase: `spent red-guards` is "spent Red Guards". */
  #name(id: string): string {
    const name = this.names[id]
    if (name !== undefined) return name
    const range = /^(-?\d+)\.\.(-?\d+)$/.exec(id)
    if (range !== null) return `${range[1]} to ${range[2]}`
    return id.replaceAll(
      /[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)+/g,
      (part) => this.names[part] ?? words(part, id),
    )
  }
}

/** An id alone becomes words. A word with a hyphen in a sentence stays. */
const words = (part: string, whole: string): string => (part === whole ? wordsOfId(part) : part)

/** Whether most cells of a table are empty: its rows are of different kinds. */
function isSparse({ columns, rows }: PlainTable): boolean {
  const filled = rows.reduce((sum, cells) => sum + cells.filter((cell) => cell !== '').length, 0)
  return columns.length > 2 && filled < 0.45 * columns.length * rows.length
}

/** Whether a node fits into one row: its cells are short lists, or maps of them. */
function isRow(node: YamlNode): boolean {
  if (node.kind !== 'map') return depthOf(node) <= 1
  return node.entries.every(({ value }) => depthOf(value) <= 2)
}
