import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Column } from '@ludoforge/sim'
import { parquetReadObjects, parquetSchema, parquetMetadata } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDataSet } from '../src/index.js'

const COLUMNS: Column[] = [
  { name: 'game', type: 'whole' },
  { name: 'seat', type: 'text' },
  { name: 'choice', type: 'json' },
  { name: 'feature.brink', type: 'number' },
]

const rowOf = (game: number) => ({
  game,
  seat: game % 2 === 0 ? 'left' : null,
  choice: game % 3 === 0 ? ['a1', 'b2'] : game % 3 === 1 ? 'a1' : 7,
  'feature.brink': game / 4,
})
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `${JSON.stringify(rowOf(from + i))}\n`).join('')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ludoforge-dataset-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Yields all games in batches of this size. */
function writeAll(file: string, games: number, size: number): Buffer {
  const set = openDataSet(file, COLUMNS)
  for (let from = 0; from < games; from += size) {
    const to = Math.min(games, from + size)
    set.write(lines(from, to), { from, to })
  }
  set.finish()
  set.close()
  return readFileSync(file)
}

const GAMES = 120_000 // more than two groups of a Parquet file

describe.each(['.jsonl', '.parquet'])('a data set in %s', (ending) => {
  const at = (name: string): string => path.join(folder, name + ending)

  it('does not depend on the batches', () => {
    const one = writeAll(at('one'), GAMES, 1000)
    expect(writeAll(at('two'), GAMES, 7777).equals(one)).toBe(true)
  })

  it('resumes from a checkpoint, whatever was written after it', () => {
    const whole = writeAll(at('whole'), GAMES, 10_000)
    const file = at('left')
    const ranges = Array.from({ length: 12 }, (_, i) => ({ from: i * 10_000, to: (i + 1) * 10_000 }))
    const set = openDataSet(file, COLUMNS)
    for (const range of ranges.slice(0, 7)) set.write(lines(range.from, range.to), range)
    const mark = JSON.parse(JSON.stringify(set.mark()))
    for (const range of ranges.slice(7, 9)) set.write(lines(range.from, range.to), range)
    set.close() // as if it had been killed
    appendFileSync(file, 'half a row')
    const again = openDataSet(file, COLUMNS, mark)
    const left = ranges.filter(({ from }) => from >= mark.from)
    expect(left.length).toBeLessThan(12)
    for (const range of left) again.write(lines(range.from, range.to), range)
    again.finish()
    again.close()
    expect(readFileSync(file).equals(whole)).toBe(true)
  })

  it('is not resumed if it was changed', () => {
    const file = at('changed')
    const set = openDataSet(file, COLUMNS)
    set.write(lines(0, 60_000), { from: 0, to: 60_000 })
    const mark = set.mark()
    set.close()
    truncateSync(file, mark.bytes - 1)
    expect(() => openDataSet(file, COLUMNS, mark)).toThrow(
      /was changed since the run was paused: it has \d+ bytes/,
    )
  })

  it('reports a file that cannot be written', () => {
    expect(() => openDataSet(path.join(folder, 'nowhere', `x${ending}`), COLUMNS)).toThrow(
      /cannot be written/,
    )
  })
})

describe('a Parquet file', () => {
  it('has the rows, with their types', async () => {
    const file = path.join(folder, 'read.parquet')
    const bytes = writeAll(file, 1000, 300)
    const buffer = new Uint8Array(bytes).buffer
    const rows = await parquetReadObjects({ file: buffer })
    expect(rows).toEqual(Array.from({ length: 1000 }, (_, game) => rowOf(game)))
    const { children } = parquetSchema(parquetMetadata(buffer))
    expect(children.map(({ element: { name, type } }) => [name, type])).toEqual([
      ['game', 'INT32'],
      ['seat', 'BYTE_ARRAY'],
      ['choice', 'BYTE_ARRAY'],
      ['feature.brink', 'DOUBLE'],
    ])
  })

  it('may have no rows at all', async () => {
    const file = path.join(folder, 'none.parquet')
    const bytes = writeAll(file, 0, 1)
    expect(await parquetReadObjects({ file: new Uint8Array(bytes).buffer })).toEqual([])
  })
})

it('a data set is recognized by its extension', () => {
  writeFileSync(path.join(folder, 'x'), '')
  expect(() => openDataSet(path.join(folder, 'x.csv'), COLUMNS)).toThrow(
    /The name of a data set must end in \.jsonl or \.parquet: .*x\.csv/,
  )
})
