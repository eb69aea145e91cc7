/** Both databases, for tests that must pass on either. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { StoreOptions } from '../../src/store/index.js'
import { type Postgres, startPostgres } from './postgres.js'

export interface Place {
  readonly name: string
  /** Returns the options of a new, empty store. */
  fresh(): Promise<StoreOptions>
  end(): Promise<void>
}

/** One Postgres for all tests of a file. */
let running: Promise<Postgres> | undefined
afterAll(async () => {
  await (await running)?.stop()
})

export const PLACES: readonly { readonly name: string; open(): Promise<Place> }[] = [
  {
    name: 'SQLite',
    async open() {
      const root = await mkdtemp(path.join(tmpdir(), 'ludoforge-sqlite-'))
      let stores = 0
      return {
        name: 'SQLite',
        fresh: () => Promise.resolve({ data: path.join(root, String((stores += 1))) }),
        end: () => rm(root, { recursive: true, force: true }),
      }
    },
  },
  {
    name: 'Postgres',
    open() {
      running ??= startPostgres()
      const fresh = async () => ({ data: '', database: await (await running!).fresh() })
      return Promise.resolve({ name: 'Postgres', fresh, end: () => Promise.resolve() })
    },
  },
]
