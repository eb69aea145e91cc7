/** Starts and stops the supervisor thread. */
import { randomUUID } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { deskOfThread, keeperName, LOST_MS, setKeeper } from './supervisor-client.js'
import { startWorker } from './worker-start.js'

let started: Promise<Worker> | undefined // by this thread

/** Starts the supervisor, unless this process has one already. */
export async function startKeeper(): Promise<void> {
  if (started === undefined && keeperName() !== undefined) return
  started ??= new Promise((resolve, reject) => {
    const name = `ludoforge/${randomUUID()}`
    const worker = startWorker(import.meta.url, 'supervisor', name)
    worker.once('error', reject)
    worker.once('message', () => {
      worker.unref() // agent programs don't keep this process alive
      setKeeper(name)
      resolve(worker)
    })
  })
  await started
}

/** Ends all agent programs and the supervisor, if this thread started it. */
export async function endKeeper(): Promise<void> {
  if (started === undefined) return
  const worker = await started
  await deskOfThread().ask({ quit: true }, LOST_MS)
  setKeeper(undefined)
  started = undefined
  await worker.terminate()
}
