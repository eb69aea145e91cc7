/** Local tables in the browser's IndexedDB. */
import { type AppendOnlyLog, Refusal, type TableDocument } from '@ludoforge/table'

const DATABASE = 'ludoforge'
const VERSION = 1
/** Object stores: log lines by table and number from 0, and the document of each table. */
const LINES = 'lines'
const TABLES = 'tables'

/** The log of one table. Lines and the table's document are stored in one durable transaction. */
export function indexedDbLog(table: string): AppendOnlyLog {
  let length = 0
  const ofTable = IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER])
  return {
    async all() {
      const lines = await inTransaction<string[]>('readonly', (store) => store(LINES).getAll(ofTable))
      ;({ length } = lines)
      return lines
    },
    async add(lines, document) {
      try {
        await inTransaction('readwrite', (store) => {
          lines.forEach((line, i) => store(LINES).add(line, [table, length + i]))
          return store(TABLES).put(document, table)
        })
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'ConstraintError') throw error
        throw new Refusal('stale', 'Another window has changed this table. Reload the page to continue.')
      }
      length += lines.length
    },
  }
}

/** Returns the stored tables, most recently changed first. */
export async function indexedDbTables(): Promise<TableDocument[]> {
  const all = await inTransaction<TableDocument[]>('readonly', (store) => store(TABLES).getAll())
  return all.toSorted((a, b) => b.changed - a.changed)
}

/** Deletes a table and its log. */
export async function deleteIndexedDbTable(table: string): Promise<void> {
  await inTransaction('readwrite', (store) => {
    store(LINES).delete(IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]))
    return store(TABLES).delete(table)
  })
}

/** Runs work in one transaction. */
async function inTransaction<T>(
  mode: IDBTransactionMode,
  work: (store: (name: string) => IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction([LINES, TABLES], mode, { durability: 'strict' })
      const request = work((name) => transaction.objectStore(name))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(errorOf(transaction)))
    })
  } finally {
    database.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(LINES)
      request.result.createObjectStore(TABLES)
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(errorOf(request)))
  })
}

/** Maps a full quota to a `Refusal`, which the person can act on. */
function errorOf({ error }: Pick<IDBRequest, 'error'>): Error {
  if (error?.name === 'QuotaExceededError')
    return new Refusal(
      'busy',
      'The browser has no storage space left. Earlier moves are saved; free some space and try again.',
    )
  return error ?? new Error("The browser's database (IndexedDB) does not respond.")
}
