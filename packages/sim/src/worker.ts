/** A worker thread: links the game it is given and plays the batches it is told to. */
import { parentPort, workerData } from 'node:worker_threads'
import { linkGame } from '@ludoforge/kernel'
import type { BatchDone, BatchTask, WorkerReady, WorkerStart } from './messages.js'
import { playGames } from './play.js'
import { emptyTally } from './tally.js'

const { def, plan } = workerData as WorkerStart
const game = linkGame(def)
const ready: WorkerReady = { ready: true }
parentPort?.postMessage(ready)

parentPort?.on('message', ({ from, to }: BatchTask) => {
  const start = performance.now()
  const tally = emptyTally()
  playGames(game, plan, from, to, tally)
  const done: BatchDone = { from, to, tally, ms: performance.now() - start }
  parentPort?.postMessage(done)
})
