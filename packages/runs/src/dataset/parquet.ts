import { deserialize, serialize } from 'node:v8'
import type { BatchTask, Column } from '@ludoforge/sim'
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { DataSet, Checkpoint } from './dataset.js'
import { OutFile } from './file.js'

/** Rows of a group: what is read at a time, and kept here until there are so many. */
const GROUP = 50_000

const TYPES: Readonly<Record<Column['type'], BasicType>> = {
  whole: 'INT32',
  number: 'DOUBLE',
  text: 'STRING',
  json: 'JSON',
}

type Value = number | string | object | null

/** Rows in columns, in groups of the same size whatever ranges they come in. */
export class Parquet implements DataSet {
  readonly #file: OutFile
  readonly #bytes = new ByteWriter()
  readonly #writer: ParquetWriter
  #data: Value[][]
  /** Ranges that have rows which are not in the file, and how many rows came before each of them. */
  #open: { readonly from: number; readonly before: number }[] = []
  #came: number // rows, since the first of all
  #next: number
  #skip: number

  constructor(
    path: string,
    private readonly columns: readonly Column[],
    left: Checkpoint | null,
  ) {
    this.#data = columns.map(() => [])
    this.#file = new OutFile(path, left?.bytes)
    const schema = schemaFromColumnData({
      columnData: columns.map(({ name, type }) => ({ name, data: [], type: TYPES[type], nullable: true })),
    })
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema })
    this.#next = left?.from ?? 0
    this.#skip = left?.rows ?? 0
    if (left?.groups !== undefined) {
      // The file has its beginning, and all groups so far: only the list of them is taken over.
      this.#bytes.index = 0
      this.#bytes.offset = left.bytes
      this.#writer.row_groups = deserialize(Buffer.from(left.groups, 'base64')) as ParquetWriter['row_groups']
      this.#writer.num_rows = this.#writer.row_groups.reduce((sum, { num_rows: rows }) => sum + rows, 0n)
    }
    this.#came = Number(this.#writer.num_rows) - this.#skip
  }

  write(lines: string, { from, to }: BatchTask): void {
    this.#open.push({ from, before: this.#came })
    this.#next = to
    let at = 0
    while (at < lines.length) {
      const end = lines.indexOf('\n', at)
      this.#came += 1
      if (this.#skip > 0) this.#skip -= 1
      else this.#add(JSON.parse(lines.slice(at, end)) as Record<string, Value>)
      at = end + 1
    }
  }

  #add(row: Record<string, Value>): void {
    this.columns.forEach(({ name }, i) => this.#data[i]?.push(row[name] ?? null))
    if ((this.#data[0]?.length ?? 0) >= GROUP) this.#flush()
  }

  #flush(): void {
    if ((this.#data[0]?.length ?? 0) === 0) return
    const columnData = this.columns.map(({ name }, i) => ({
      name,
      data: this.#data[i] ?? [],
      offsetIndex: false,
    }))
    void this.#writer.write({ columnData, rowGroupSize: GROUP })
    this.#data = this.columns.map(() => [])
    this.#hand()
    const inside = Number(this.#writer.num_rows)
    // The last range that begins at or before what is in the file may be in it in part.
    const begun = this.#open.findLastIndex(({ before }) => before <= inside)
    this.#open = this.#open.slice(Math.max(0, begun))
  }

  /** What the library has made goes into the file. */
  #hand(): void {
    this.#file.write(this.#bytes.getBytes())
    this.#bytes.index = 0
  }

  mark(): Checkpoint {
    if (this.#bytes.index > 0) this.#hand()
    this.#file.sync()
    const [first] = this.#open
    const inside = Number(this.#writer.num_rows)
    return {
      bytes: this.#file.bytes,
      from: first?.from ?? this.#next,
      rows: first === undefined ? 0 : inside - first.before,
      groups: serialize(this.#writer.row_groups).toString('base64'),
    }
  }

  finish(): void {
    this.#flush()
    void this.#writer.finish()
    this.#hand()
    this.#file.sync()
  }

  close(): void {
    this.#file.close()
  }
}
