/** A worker thread: links a game and plays batches of a series. */
import { parentPort, workerData } from 'node:worker_threads'
import { inheritAgents } from '@ludoforge/agents/node'
import { linkGame } from '@ludoforge/kernel'
import { sampleGames } from './learn/sample.js'
import { type BatchDone, type BatchTask, type WorkerReady, type WorkerStart } from './messages.js'
import { playGames } from './play-simulation.js'
import { RowRecorder } from './rows/row-recorder.js'
import { batchPlayer } from './tournament/play.js'

const { def, work, rows }: WorkerStart = workerData
await inheritAgents()
const game = linkGame(def)
const recorder = rows === undefined ? undefined : new RowRecorder(game, rows)
const play =
  'sim' in work
    ? (from: number, to: number) => playGames(game, work.sim, from, to, recorder)
    : 'learn' in work
      ? (from: number, to: number) => sampleGames(game, work.learn, from, to)
      : batchPlayer(game, work.tournament, recorder)
const ready: WorkerReady = { ready: true }
parentPort?.postMessage(ready)

parentPort?.on('message', ({ from, to }: BatchTask) => {
  const start = performance.now()
  const result = play(from, to)
  const text = recorder?.take() ?? ''
  const done: BatchDone<unknown> = { from, to, result, rows: text, ms: performance.now() - start }
  parentPort?.postMessage(done)
})
