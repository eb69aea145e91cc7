/** A worker thread: links a game and plays batches of a series. */
import { parentPort, workerData } from 'node:worker_threads'
import { inheritAgents } from '@ludoforge/agents/node'
import { linkGame } from '@ludoforge/kernel'
import { evaluationPlayer } from './evaluate/evaluator.js'
import { sampleGames } from './learn/sample.js'
import { type BatchDone, type BatchTask, type Work, type WorkerReady, type WorkerStart } from './messages.js'
import { playGames } from './play-simulation.js'
import { RowRecorder } from './rows/row-recorder.js'
import { batchPlayer } from './tournament/play.js'

const { def, work, rows }: WorkerStart = workerData
await inheritAgents()
const game = linkGame(def)
const recorder = rows === undefined ? undefined : new RowRecorder(game, rows)
const play = playerOf(work, recorder === undefined ? [] : [recorder])
const ready: WorkerReady = { ready: true }
parentPort?.postMessage(ready)

parentPort?.on('message', ({ from, to }: BatchTask) => {
  const start = performance.now()
  const result = play(from, to)
  const text = recorder?.take() ?? ''
  const done: BatchDone<unknown> = { from, to, result, rows: text, ms: performance.now() - start }
  parentPort?.postMessage(done)
})

function playerOf(series: Work, recorders: readonly RowRecorder[]): (from: number, to: number) => unknown {
  if ('sim' in series) return (from, to) => playGames(game, series.sim, from, to, recorders)
  if ('evaluate' in series) return evaluationPlayer(game, series.evaluate, recorders)
  if ('learn' in series) return (from, to) => sampleGames(game, series.learn, from, to)
  return batchPlayer(game, series.tournament, recorders[0])
}
