/** A data set that is much larger than the memory of the process that writes it. */
import { createReadStream, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import type { Statistics } from '@ludoforge/sim'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../server/test/support/postgres.js'
import { CommandProcess } from './support/processes.js'

const GAMES = 250_000
const MEGABYTES = 96
const SMALL = ['env', `NODE_OPTIONS=--max-old-space-size=${MEGABYTES}`]

let postgres: Postgres
let url: string
let folder: string
let worker: CommandProcess
beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.fresh()
  folder = await mkdtemp(path.join(tmpdir(), 'ludoforge-memory-'))
  worker = new CommandProcess(['worker', '--queue', url, '--jobs', '2'])
})
afterAll(async () => {
  await worker.kill()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function written(file: string, ...how: string[]): Promise<Statistics> {
  const args = ['sim', 'tic-tac-toe', '--games', String(GAMES), '--json', '--out', file, ...how]
  const command = new CommandProcess(args, SMALL)
  expect([await command.ended, command.err.includes('heap')]).toEqual([0, false])
  return JSON.parse(command.out) as Statistics
}

it.each([
  ['here', () => ['--jobs', '2']],
  ['over workers', () => ['--queue', url]],
])('is written %s, row by row', async (where, how) => {
  const lines = path.join(folder, `${where}.jsonl`)
  const { decisions } = await written(lines, ...how())
  expect(statSync(lines).size).toBeGreaterThan(2 * MEGABYTES * 1e6)
  let [rows, last] = [0, '']
  for await (const line of createInterface({ input: createReadStream(lines) })) {
    rows += 1
    last = line
  }
  expect(rows).toBe(decisions)
  expect(JSON.parse(last)).toMatchObject({ game: GAMES - 1 })

  const columns = path.join(folder, `${where}.parquet`)
  await written(columns, ...how())
  const metadata = await parquetMetadataAsync(await asyncBufferFromFile(columns))
  expect(Number(metadata.num_rows)).toBe(decisions)
})
