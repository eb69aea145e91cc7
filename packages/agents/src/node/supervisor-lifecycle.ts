/** Starts and stops the supervisor thread. */
import { randomUUID } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { supervisorClient, supervisorName, RESPONSE_GRACE_MS, setSupervisor } from './supervisor-client.js'
import { startWorker } from './start-worker.js'

let started: Promise<Worker> | undefined // by this thread

/** Starts the supervisor, unless this process has one already. */
export async function startSupervisor(): Promise<void> {
  if (started === undefined && supervisorName() !== undefined) return
  started ??= new Promise((resolve, reject) => {
    const name = `ludoforge/${randomUUID()}`
    const worker = startWorker(import.meta.url, 'supervisor', name)
    worker.once('error', reject)
    worker.once('message', () => {
      worker.unref() // agent programs don't keep this process alive
      setSupervisor(name)
      resolve(worker)
    })
  })
  await started
}

/** Ends all agent programs and the supervisor, if this thread started it. */
export async function stopSupervisor(): Promise<void> {
  if (started === undefined) return
  const worker = await started
  await supervisorClient().ask({ quit: true }, RESPONSE_GRACE_MS)
  setSupervisor(undefined)
  started = undefined
  await worker.terminate()
}
