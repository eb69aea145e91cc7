/** Starts and ends the thread that keeps programs. */
import { randomUUID } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { deskOfThread, keeperName, LOST_MS, setKeeper } from './supervisor-client.js'
import { startWorker } from './worker-start.js'

let started: Promise<Worker> | undefined // by this thread

/** Makes sure that there is a keeper: one for the process, whichever thread starts it. */
export async function startKeeper(): Promise<void> {
  if (started === undefined && keeperName() !== undefined) return
  started ??= new Promise((resolve, reject) => {
    const name = `ludoforge/${randomUUID()}`
    const worker = startWorker(import.meta.url, 'keeper', name)
    worker.once('error', reject)
    worker.once('message', () => {
      worker.unref() // programs do not keep this process alive
      setKeeper(name)
      resolve(worker)
    })
  })
  await started
}

/** Ends all programs, and their keeper, if this thread has started it. */
export async function endKeeper(): Promise<void> {
  if (started === undefined) return
  const worker = await started
  await deskOfThread().ask({ quit: true }, LOST_MS)
  setKeeper(undefined)
  started = undefined
  await worker.terminate()
}
