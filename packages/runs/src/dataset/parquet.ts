import { deserialize, serialize } from 'node:v8'
import type { BatchTask, Column } from '@ludoforge/sim'
import { type BasicType, ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { DataSet, Checkpoint } from './dataset.js'
import { OutputFile } from './output-file.js'

/** Rows per row group. They are buffered here until a group is full. */
const GROUP_ROWS = 50_000

const TYPES: Readonly<Record<Column['type'], BasicType>> = {
  whole: 'INT32',
  number: 'DOUBLE',
  text: 'STRING',
  json: 'JSON',
}

type Value = number | string | object | null

/** A data set as Parquet. Row groups have a fixed size, so the file doesn't depend on the batches. */
export class Parquet implements DataSet {
  readonly #file: OutputFile
  readonly #bytes = new ByteWriter()
  readonly #writer: ParquetWriter
  #data: Value[][]
  /** Batches with rows that aren't in the file yet, and the number of rows before each. */
  #open: { readonly from: number; readonly before: number }[] = []
  #received: number // rows, from the first game on
  #nextGame: number
  #skip: number // rows of the first batch that are already in the file

  constructor(
    path: string,
    private readonly columns: readonly Column[],
    checkpoint: Checkpoint | null,
  ) {
    this.#data = columns.map(() => [])
    this.#file = new OutputFile(path, checkpoint?.bytes)
    const schema = schemaFromColumnData({
      columnData: columns.map(({ name, type }) => ({ name, data: [], type: TYPES[type], nullable: true })),
    })
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema })
    this.#nextGame = checkpoint?.from ?? 0
    this.#skip = checkpoint?.rows ?? 0
    if (checkpoint?.groups !== undefined) {
      // The file has its header and all row groups so far. Only their metadata is restored.
      this.#bytes.index = 0
      this.#bytes.offset = checkpoint.bytes
      this.#writer.row_groups = deserialize(
        Buffer.from(checkpoint.groups, 'base64'),
      ) as ParquetWriter['row_groups']
      this.#writer.num_rows = this.#writer.row_groups.reduce((sum, { num_rows: rows }) => sum + rows, 0n)
    }
    this.#received = Number(this.#writer.num_rows) - this.#skip
  }

  write(lines: string, { from, to }: BatchTask): void {
    this.#open.push({ from, before: this.#received })
    this.#nextGame = to
    let at = 0
    while (at < lines.length) {
      const end = lines.indexOf('\n', at)
      this.#received += 1
      if (this.#skip > 0) this.#skip -= 1
      else this.#add(JSON.parse(lines.slice(at, end)) as Record<string, Value>)
      at = end + 1
    }
  }

  #add(row: Record<string, Value>): void {
    this.columns.forEach(({ name }, i) => this.#data[i]?.push(row[name] ?? null))
    if ((this.#data[0]?.length ?? 0) >= GROUP_ROWS) this.#flush()
  }

  #flush(): void {
    if ((this.#data[0]?.length ?? 0) === 0) return
    const columnData = this.columns.map(({ name }, i) => ({
      name,
      data: this.#data[i] ?? [],
      offsetIndex: false,
    }))
    void this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS })
    this.#data = this.columns.map(() => [])
    this.#writeBytes()
    const written = Number(this.#writer.num_rows)
    // The last batch that starts at or before the end of the file may be partly in it.
    const begun = this.#open.findLastIndex(({ before }) => before <= written)
    this.#open = this.#open.slice(Math.max(0, begun))
  }

  /** Writes the bytes that the library has produced to the file. */
  #writeBytes(): void {
    this.#file.write(this.#bytes.getBytes())
    this.#bytes.index = 0
  }

  mark(): Checkpoint {
    if (this.#bytes.index > 0) this.#writeBytes()
    this.#file.sync()
    const [first] = this.#open
    const written = Number(this.#writer.num_rows)
    return {
      bytes: this.#file.bytes,
      from: first?.from ?? this.#nextGame,
      rows: first === undefined ? 0 : written - first.before,
      groups: serialize(this.#writer.row_groups).toString('base64'),
    }
  }

  finish(): void {
    this.#flush()
    void this.#writer.finish()
    this.#writeBytes()
    this.#file.sync()
  }

  close(): void {
    this.#file.close()
  }
}
