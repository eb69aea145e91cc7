/** Both databases, for tests that must pass on either. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freshDatabase } from '../../../../test/support/run/services.js'
import type { StoreOptions } from '../../src/store/index.js'

export interface TestStore {
  readonly name: string
  /** Returns the options of a new, empty store. */
  fresh(): Promise<StoreOptions>
  end(): Promise<void>
}

export const STORES: readonly { readonly name: string; open(): Promise<TestStore> }[] = [
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
      const fresh = async () => ({ data: '', database: await freshDatabase() })
      return Promise.resolve({ name: 'Postgres', fresh, end: () => Promise.resolve() })
    },
  },
]
