/** Named saves of a folder's project, in this browser's IndexedDB. git revisions are in the folder's checkout. */
import type { Files } from '@ludoforge/desk'
import { randomId } from '../../local/random-id.js'
import type { SaveSummary } from './storage.js'

const DATABASE = 'ludoforge-folder-saves'
const SAVES = 'saves'

interface StoredSave extends SaveSummary {
  readonly folder: string
  readonly files: Files
}

export async function addFolderSave(folder: string, name: string, files: Files): Promise<SaveSummary> {
  const save = { id: randomId(), name, at: Date.now() }
  await inStore('readwrite', (store) => store.add({ ...save, folder, files } satisfies StoredSave))
  return save
}

/** Lists the saves of a folder, newest first. */
export async function folderSaves(folder: string): Promise<SaveSummary[]> {
  const all = await inStore<StoredSave[]>('readonly', (store) => store.index('folder').getAll(folder))
  return all.map(({ id, name, at }) => ({ id, name, at })).toSorted((a, b) => b.at - a.at)
}

/** Returns the files of a save, or `undefined` if this browser has none of that id. */
export async function folderSave(id: string): Promise<Files | undefined> {
  return (await inStore<StoredSave | undefined>('readonly', (store) => store.get(id)))?.files
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(SAVES, { keyPath: 'id' }).createIndex('folder', 'folder')
  })
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(unusable(opening.error)))
  })
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(SAVES, mode, { durability: 'strict' })
      const request = work(transaction.objectStore(SAVES))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(unusable(transaction.error)))
    })
  } finally {
    database.close()
  }
}

const unusable = (cause: DOMException | null): Error =>
  new Error(
    cause?.name === 'QuotaExceededError'
      ? 'The storage of this browser is full, so it stored no save. Your files in the folder are safe.'
      : 'This browser can’t store saves, perhaps because the window is private. Your files in the folder are safe.',
    { cause },
  )
