/** Local tables: hosted in a worker and stored in this browser. */
import { deleteIndexedDbTable, indexedDbTables, type Table, workerTable } from '@ludoforge/client'
import { type TableDocument } from '@ludoforge/table'
import type { GameDef } from '@ludoforge/kernel'
import type { GameListing, Scene } from '@ludoforge/look'
import { gamesUrl, cacheGame, uncacheGame } from './game-cache.js'
import type { TaskResult, Task, TableSetup } from './messages.js'

/** Lists the local tables, most recently changed first. */
export const listLocal = (): Promise<readonly TableDocument[]> => indexedDbTables()

/** New tables. They start when they are first opened. */
const pending = new Map<string, { readonly fingerprint: string; readonly wish: TableSetup }>()

/** Prepares a new table and returns its id. */
export async function createLocal(card: GameListing, wish: TableSetup): Promise<string> {
  const { fingerprint } = card
  await cacheGame(fingerprint)
  const id = crypto.randomUUID()
  pending.set(id, { fingerprint, wish })
  return id
}

/** Returns the fingerprint of a table's rules. */
export async function rulesOfLocal(id: string): Promise<string> {
  const found = pending.get(id) ?? (await indexedDbTables()).find((table) => table.id === id)?.game
  if (found === undefined) throw new Error('This browser has no such table. It may have been deleted.')
  return found.fingerprint
}

/** Opens a local table. Its worker runs until the table is closed. */
export async function openLocal(id: string, def: GameDef, scene: Scene): Promise<Table> {
  const module = moduleAt(await rulesOfLocal(id))
  const { port1, port2 } = new MessageChannel()
  const { values, seatValues, spaceValues } = scene
  const wish = pending.get(id)?.wish ?? {}
  const task: Task = { type: 'host', id, module, wish, scene: { values, seatValues, spaceValues } }
  const { worker } = await start(task, port2)
  pending.delete(id)
  const close = (): void => {
    port1.close()
    worker.terminate()
  }
  return workerTable(
    {
      postMessage: (text) => port1.postMessage(text),
      addEventListener: (type, listener) => port1.addEventListener(type, listener),
      start: () => port1.start(),
      close,
    },
    def,
  )
}

export async function deleteLocal(id: string): Promise<void> {
  const fingerprint = await rulesOfLocal(id)
  await deleteIndexedDbTable(id)
  const others = await indexedDbTables()
  if (!others.some(({ game }) => game.fingerprint === fingerprint)) await uncacheGame(fingerprint)
}

/** Returns the game as a save file, with the seed and all hidden information. */
export async function exportLocal(id: string): Promise<string> {
  return runOnce({ type: 'export', id, module: moduleAt(await rulesOfLocal(id)) })
}

/** Imports a save file as a local table and returns its id. */
export async function importLocal(text: string, name: string): Promise<string> {
  const id = crypto.randomUUID()
  await cacheGame(await runOnce({ type: 'import', id, games: gamesUrl(), text, name }))
  return id
}

const moduleAt = (fingerprint: string): string => `${gamesUrl()}${fingerprint}/game.js`

/** Starts a worker and waits until its task is done. A worker that hosts a table keeps running. */
function start(task: Task, port?: MessagePort): Promise<{ readonly worker: Worker; readonly text: string }> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => {
      worker.terminate()
      reject(new Error(message))
    }
    worker.addEventListener('error', () =>
      fail('Can’t open the table: its worker failed to start. Reload the page.'),
    )
    worker.addEventListener('message', ({ data }: MessageEvent<TaskResult>) => {
      if (data.type === 'failed') fail(data.message)
      else resolve({ worker, text: data.text })
    })
    worker.postMessage(task, port === undefined ? [] : [port])
  })
}

async function runOnce(task: Task): Promise<string> {
  const { worker, text } = await start(task)
  worker.terminate()
  return text
}
