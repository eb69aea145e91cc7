/** A thread that thinks along with an agent: links the game it is given and carries out parts of searches. */
import { parentPort, workerData } from 'node:worker_threads'
import { type SearchTaskResult, type SearchTask, runSearchTask } from '@ludoforge/agents'
import { type GameDef, linkGame, type SavedState } from '@ludoforge/kernel'

/** What a thread is told: a part to carry out, or to come to an end with it. */
export type ToHelper = { readonly position: SavedState; readonly part: SearchTask } | { readonly stop: true }

/** What it tells. */
export type FromHelper =
  | { readonly spent: number }
  | { readonly found: SearchTaskResult }
  | { readonly problem: string }

const def: GameDef = workerData
const game = linkGame(def)
const say = (message: FromHelper): void => parentPort?.postMessage(message)
let stopped = false

async function carryOut(position: SavedState, part: SearchTask): Promise<void> {
  stopped = false
  const thinking = { stopped: () => stopped, progress: (spent: number) => say({ spent }) }
  say({ found: await runSearchTask(game, game.restore(position), part, thinking) })
}

parentPort?.on('message', (message: ToHelper) => {
  if ('stop' in message) stopped = true
  else
    carryOut(message.position, message.part).catch((error: unknown) =>
      say({ problem: error instanceof Error ? error.message : String(error) }),
    )
})
