/** A search worker: a thread that links a game and runs search tasks. */
import { parentPort, workerData } from 'node:worker_threads'
import { type SearchTaskResult, type SearchTask, runSearchTask } from '@ludoforge/agents'
import { type GameDef, linkGame, type SavedState } from '@ludoforge/kernel'

/** A message to the worker: a task to run, or the request to stop it. */
export type ToSearchWorker =
  | { readonly position: SavedState; readonly part: SearchTask }
  | { readonly stop: true }

/** A message from the worker: progress, a result, or an error. */
export type FromSearchWorker =
  | { readonly spent: number }
  | { readonly found: SearchTaskResult }
  | { readonly problem: string }

const def: GameDef = workerData
const game = linkGame(def)
const send = (message: FromSearchWorker): void => parentPort?.postMessage(message)
let stopped = false

async function run(position: SavedState, part: SearchTask): Promise<void> {
  stopped = false
  const thinking = { stopped: () => stopped, progress: (spent: number) => send({ spent }) }
  send({ found: await runSearchTask(game, game.restore(position), part, thinking) })
}

parentPort?.on('message', (message: ToSearchWorker) => {
  if ('stop' in message) stopped = true
  else
    run(message.position, message.part).catch((error: unknown) =>
      send({ problem: error instanceof Error ? error.message : String(error) }),
    )
})
