/** Tables kept in the browser's own database. */
import { type AppendOnlyLog, Refusal, type TableDocument } from '@ludoforge/table'

const DATABASE = 'ludoforge'
const VERSION = 1
/** Lines by table and number, from 0; and how each table stands. */
const LINES = 'lines'
const TABLES = 'tables'

/** The lines of one table. Each is on the disk when it is acknowledged, together with how the table stands then. */
export function indexedDbLog(table: string): AppendOnlyLog {
  let length = 0
  const ofTable = IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER])
  return {
    async all() {
      const lines = await within<string[]>('readonly', (store) => store(LINES).getAll(ofTable))
      ;({ length } = lines)
      return lines
    },
    async add(lines, stands) {
      try {
        await within('readwrite', (store) => {
          lines.forEach((line, i) => store(LINES).add(line, [table, length + i]))
          return store(TABLES).put(stands, table)
        })
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'ConstraintError') throw error
        throw new Refusal('stale', 'This table has gone on in another window. Open it again.')
      }
      length += lines.length
    },
  }
}

/** The tables that are kept here, the last changed first. */
export async function indexedDbTables(): Promise<TableDocument[]> {
  const all = await within<TableDocument[]>('readonly', (store) => store(TABLES).getAll())
  return all.toSorted((a, b) => b.changed - a.changed)
}

/** Lets go of a table, with all that happened there. */
export async function deleteIndexedDbTable(table: string): Promise<void> {
  await within('readwrite', (store) => {
    store(LINES).delete(IDBKeyRange.bound([table, 0], [table, Number.MAX_SAFE_INTEGER]))
    return store(TABLES).delete(table)
  })
}

/** One transaction: all of it, or nothing. */
async function within<T>(
  mode: IDBTransactionMode,
  work: (store: (name: string) => IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await opened()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction([LINES, TABLES], mode, { durability: 'strict' })
      const request = work((name) => transaction.objectStore(name))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(problemOf(transaction)))
    })
  } finally {
    database.close()
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(LINES)
      request.result.createObjectStore(TABLES)
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(problemOf(request)))
  })
}

/** A full disk is no mistake of ours; it is told to whoever wants to change something. */
function problemOf({ error }: Pick<IDBRequest, 'error'>): Error {
  if (error?.name === 'QuotaExceededError')
    return new Refusal(
      'busy',
      'There is no room for more in this browser. What was saved before is still there.',
    )
  return error ?? new Error('The database of the browser does not answer.')
}
