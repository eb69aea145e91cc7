/** Tables without a server: played in a worker, kept in this browser. */
import { deleteIndexedDbTable, indexedDbTables, type Table, workerTable } from '@ludoforge/client'
import { type TableDocument } from '@ludoforge/table'
import type { GameDef } from '@ludoforge/kernel'
import type { GameListing, Scene } from '@ludoforge/look'
import { gamesAt, keepGame, letGameGo } from './games.js'
import type { Answer, Task, Wish } from './tasks.js'

/** The tables that are kept here, the last changed first. */
export const listLocal = (): Promise<readonly TableDocument[]> => indexedDbTables()

/** Tables that begin when they are opened for the first time. */
const toBegin = new Map<string, { readonly fingerprint: string; readonly wish: Wish }>()

/** A new table; gives its id. */
export async function beginLocal(card: GameListing, wish: Wish): Promise<string> {
  const { fingerprint } = card
  await keepGame(fingerprint)
  const id = crypto.randomUUID()
  toBegin.set(id, { fingerprint, wish })
  return id
}

/** The fingerprint of the rules by which a table is played. */
export async function rulesOfLocal(id: string): Promise<string> {
  const found = toBegin.get(id) ?? (await indexedDbTables()).find((table) => table.id === id)?.game
  if (found === undefined) throw new Error('There is no such table in this browser.')
  return found.fingerprint
}

/** Opens a table of this browser. It is played until it is closed. */
export async function openLocal(id: string, def: GameDef, scene: Scene): Promise<Table> {
  const module = moduleAt(await rulesOfLocal(id))
  const { port1, port2 } = new MessageChannel()
  const { values, seatValues, spaceValues } = scene
  const wish = toBegin.get(id)?.wish ?? {}
  const task: Task = { type: 'host', id, module, wish, scene: { values, seatValues, spaceValues } }
  const { worker } = await start(task, port2)
  toBegin.delete(id)
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
  if (!others.some(({ game }) => game.fingerprint === fingerprint)) await letGameGo(fingerprint)
}

/** The whole game as a file: seed, hidden cards and all. */
export async function exportLocal(id: string): Promise<string> {
  return once({ type: 'export', id, module: moduleAt(await rulesOfLocal(id)) })
}

/** A save file as a table of this browser; gives its id. */
export async function importLocal(text: string, name: string): Promise<string> {
  const id = crypto.randomUUID()
  await keepGame(await once({ type: 'import', id, games: gamesAt(), text, name }))
  return id
}

const moduleAt = (fingerprint: string): string => `${gamesAt()}${fingerprint}/game.js`

/** Starts a worker with a task, and waits until it is done. If it hosts a table, it goes on. */
function start(task: Task, port?: MessagePort): Promise<{ readonly worker: Worker; readonly text: string }> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => {
      worker.terminate()
      reject(new Error(message))
    }
    worker.addEventListener('error', () => fail('The table could not be opened: its worker does not start.'))
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.type === 'failed') fail(data.message)
      else resolve({ worker, text: data.text })
    })
    worker.postMessage(task, port === undefined ? [] : [port])
  })
}

async function once(task: Task): Promise<string> {
  const { worker, text } = await start(task)
  worker.terminate()
  return text
}
