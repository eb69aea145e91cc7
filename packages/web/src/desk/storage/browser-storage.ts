/** Projects in this browser, in IndexedDB. */
import { changedFiles, type Files, gameName } from '@ludoforge/desk'
import { randomId } from '../../local/random-id.js'
import type { ProjectStorage, ProjectSummary, SaveSummary, StoredProject } from './storage.js'

const DATABASE = 'ludoforge-desk'
const PROJECTS = 'projects'
const SAVES = 'saves'

interface ProjectRow {
  readonly id: string
  readonly title: string
  readonly changed: number
  readonly files: Files
}

interface SaveRow extends SaveSummary {
  readonly project: string
  readonly files: Files
}

/** Opens the storage. `factory` and `now` are the browser's, except in tests. */
export function browserStorage(factory: IDBFactory = indexedDB, now = Date.now): ProjectStorage {
  let opened: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> => {
    opened ??= openDatabase(factory).catch((error: unknown) => {
      opened = undefined // the next call tries again
      throw error
    })
    return opened
  }
  const run = async <T>(
    mode: IDBTransactionMode,
    work: (projects: IDBObjectStore, saves: IDBObjectStore) => Promise<T>,
  ): Promise<T> => {
    const transaction = (await database()).transaction([PROJECTS, SAVES], mode)
    const answer = await work(transaction.objectStore(PROJECTS), transaction.objectStore(SAVES))
    await done(transaction)
    return answer
  }
  const rowOf = async (projects: IDBObjectStore, id: string): Promise<ProjectRow> => {
    const row = await result<ProjectRow | undefined>(projects.get(id))
    if (row === undefined) throw new Error('This browser has no such game. It may have been deleted.')
    return row
  }
  return {
    kind: 'browser',
    list: () =>
      run('readonly', async (projects) => {
        const rows = await result<ProjectRow[]>(projects.getAll())
        return rows.map(summaryOf).toSorted((a, b) => b.changed - a.changed)
      }),
    load: (id) =>
      run('readonly', async (projects, saves): Promise<StoredProject> => {
        const row = await rowOf(projects, id)
        const all = await result<SaveRow[]>(saves.index('project').getAll(id))
        return {
          ...summaryOf(row),
          files: row.files,
          saves: all
            .map(({ id: save, name, at }) => ({ id: save, name, at }))
            .toSorted((a, b) => b.at - a.at),
        }
      }),
    create: async (title, files) => {
      const id = randomId()
      await run('readwrite', async (projects) => {
        await result(projects.add({ id, title, changed: now(), files } satisfies ProjectRow))
      })
      return id
    },
    write: (id, changes) =>
      run('readwrite', async (projects) => {
        const row = await rowOf(projects, id)
        const files = changedFiles(row.files, changes)
        const title = gameName(files)?.title ?? row.title
        await result(projects.put({ id, title, changed: now(), files } satisfies ProjectRow))
      }),
    save: (id, name) =>
      run('readwrite', async (projects, saves) => {
        const { files } = await rowOf(projects, id)
        const save: SaveRow = { id: randomId(), project: id, name, at: now(), files }
        await result(saves.add(save))
        return { id: save.id, name, at: save.at }
      }),
    saved: (_, save) =>
      run('readonly', async (__, saves) => {
        const row = await result<SaveRow | undefined>(saves.get(save))
        if (row === undefined) throw new Error('This browser has no such save. It may have been deleted.')
        return row.files
      }),
    delete: (id) =>
      run('readwrite', async (projects, saves) => {
        await result(projects.delete(id))
        for (const key of await result(saves.index('project').getAllKeys(id))) await result(saves.delete(key))
      }),
  }
}

const summaryOf = ({ id, title, changed }: ProjectRow): ProjectSummary => ({
  id,
  title,
  changed,
  access: 'own',
})

async function openDatabase(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(PROJECTS, { keyPath: 'id' })
    request.result.createObjectStore(SAVES, { keyPath: 'id' }).createIndex('project', 'project')
  })
  try {
    return await result(request)
  } catch (error) {
    throw new Error(
      'This browser doesn’t store anything here, perhaps because the window is private. Export your game to keep it.',
      { cause: error },
    )
  }
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(readable(request.error)))
  })
}

/** Resolves when everything is on disk. */
function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(readable(transaction.error)))
  })
}

/** A full storage is the one error that a designer can do something about. */
const readable = (error: DOMException | null): Error =>
  error?.name === 'QuotaExceededError'
    ? new Error('The storage of this browser is full. Export your game, then delete what you don’t need.', {
        cause: error,
      })
    : new Error('Can’t read or write the storage of this browser. Export your game to keep it.', {
        cause: error,
      })
