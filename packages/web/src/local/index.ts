/** Local tables: hosted in a worker and stored in this browser. */
import { deleteIndexedDbTable, indexedDbTables, type Table, workerTable } from '@ludoforge/client'
import type { ReviewedText, TableDocument, TurnRun, Verdict } from '@ludoforge/table'
import type { Choice, GameDef, SavedState } from '@ludoforge/kernel'
import type { Puzzle } from '@ludoforge/play'
import type { GameListing, Scene } from '@ludoforge/look'
import { gamesUrl, cacheGame, uncacheGame } from './game-cache.js'
import type { TableSetup, Task, TaskResult } from './messages.js'
import { randomId } from './random-id.js'

/** Lists the local tables, most recently changed first. */
export const listLocal = (): Promise<readonly TableDocument[]> => indexedDbTables()

/** New tables. They start when they are first opened. */
const pending = new Map<string, { readonly fingerprint: string; readonly wish: TableSetup }>()

/** Prepares a new table and returns its id. */
export async function createLocal(
  card: Pick<GameListing, 'fingerprint'>,
  wish: TableSetup,
  kind: '' | 'branch-' | 'guide-' = '',
): Promise<string> {
  const { fingerprint } = card
  await cacheGame(fingerprint, kind === 'guide-')
  const id = `${kind}${randomId()}`
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
  const worker = newWorker()
  await runIn(worker, task, port2)
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
  const id = randomId()
  await cacheGame(await runOnce({ type: 'import', id, games: gamesUrl(), text, name }))
  return id
}

/** Whether a local table is a private branch of another game. */
export const isBranch = (id: string): boolean => id.startsWith('branch-')

/** Whether a local table is a guided game. */
export const isGuided = (id: string): boolean => id.startsWith('guide-')

/** Values turns in a worker. `stop` ends it. */
export async function reviewRuns(
  fingerprint: string,
  runs: readonly TurnRun[],
  progress: (share: number) => void,
  stop: AbortSignal,
): Promise<readonly ReviewedText[]> {
  const task: Task = { type: 'review', id: 'review', module: moduleAt(fingerprint), runs }
  return JSON.parse(await runOnce(task, progress, stop))
}

/** Returns the position of a puzzle. */
export async function puzzleState(fingerprint: string, puzzle: Puzzle): Promise<SavedState> {
  return JSON.parse(await runOnce({ type: 'puzzle', id: 'puzzle', module: moduleAt(fingerprint), puzzle }))
}

/** Judges the answers of a solver, in one worker that loads the game once. */
export interface PuzzleJudge {
  judge(choices: readonly Choice[]): Promise<Verdict>
  close(): void
}

/** Starts the judge of a puzzle. */
export function puzzleJudge(fingerprint: string, puzzle: Puzzle): PuzzleJudge {
  let worker = newWorker()
  const module = moduleAt(fingerprint)
  const run = async (choices: readonly Choice[]): Promise<Verdict> => {
    try {
      return JSON.parse(await runIn(worker, { type: 'judge', id: 'puzzle', module, puzzle, choices }))
    } catch (error) {
      worker = newWorker() // the failed one has ended
      throw error
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    judge: (choices) => {
      const next = last.then(
        () => run(choices),
        () => run(choices),
      )
      last = next
      return next
    },
    close: () => worker.terminate(),
  }
}

/** Returns the URL of a game's module. */
export const moduleAt = (fingerprint: string): string => `${gamesUrl()}${fingerprint}/game.js`

/** Starts a worker. It does nothing before it gets a task. */
export const newWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })

/**
 * Runs a task in a worker, and returns the text of its result. If it fails, the worker ends. A worker that hosts a table
 * keeps running.
 */
export function runIn(
  worker: Worker,
  task: Task,
  port?: MessagePort,
  progress?: (share: number) => void,
  stop?: AbortSignal,
): Promise<string> {
  const listening = new AbortController()
  const { signal } = listening
  return new Promise<string>((resolve, reject) => {
    const fail = (message: string): void => {
      worker.terminate()
      reject(new Error(message))
    }
    stop?.addEventListener('abort', () => fail('Stopped.'), { signal })
    worker.addEventListener(
      'error',
      () => fail('Can’t open the table: its worker failed to start. Reload the page.'),
      { signal },
    )
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<TaskResult>) => {
        if (data.type === 'progress') progress?.(data.share)
        else if (data.type === 'failed') fail(data.message)
        else resolve(data.text)
      },
      { signal },
    )
    worker.postMessage(task, port === undefined ? [] : [port])
  }).finally(() => listening.abort())
}

async function runOnce(task: Task, progress?: (share: number) => void, stop?: AbortSignal): Promise<string> {
  const worker = newWorker()
  const text = await runIn(worker, task, undefined, progress, stop)
  worker.terminate()
  return text
}
