/** A worker thread: links a game and plays batches of a series. */
import { parentPort, workerData } from 'node:worker_threads'
import { inheritAgents } from '@ludoforge/agents/node'
import { linkGame } from '@ludoforge/kernel'
import { batchPlayer } from './batch-player.js'
import type { BatchDone, BatchTask, WorkerReady, WorkerStart } from './messages.js'
import { RowRecorder } from './rows/row-recorder.js'

const { def, work, rows }: WorkerStart = workerData
await inheritAgents()
const game = linkGame(def)
const recorder = rows === undefined ? undefined : new RowRecorder(game, rows)
const play = batchPlayer(game, work, recorder === undefined ? [] : [recorder])
const ready: WorkerReady = { ready: true }
parentPort?.postMessage(ready)

parentPort?.on('message', ({ from, to }: BatchTask) => {
  const start = performance.now()
  const result = play(from, to)
  const text = recorder?.take() ?? ''
  const done: BatchDone<unknown> = { from, to, result, rows: text, ms: performance.now() - start }
  parentPort?.postMessage(done)
})
