/** Entry point of a replay thread. It reads the database itself, so that the main thread neither parses nor replays. */
import { parentPort, workerData } from 'node:worker_threads'
import { openStore, type StoreOptions } from '../store/index.js'
import type { FromReplayThread, ToReplayThread } from './replay-messages.js'
import { ReplayRuntime } from './replay-runtime.js'

const place: Pick<StoreOptions, 'data' | 'database'> = workerData
const runtime = new ReplayRuntime(await openStore({ ...place, shared: true }))
const send = (message: FromReplayThread): void => parentPort?.postMessage(message)
let queue: Promise<void> = Promise.resolve()
parentPort?.on('message', ({ id, task }: ToReplayThread) => {
  queue = queue.then(async () => {
    const started = performance.now()
    const result = await runtime.run(task)
    send({ id, ms: performance.now() - started, ...result })
  })
})
send({ ready: true })
