import { Worker } from 'node:worker_threads'
import { threadEnded } from './supervisor-client.js'

/**
 * Starts a worker thread with the module `name` in the folder of `here`. Built code runs it as it is; sources run
 * through tsx.
 */
export function startWorker(here: string, name: string, workerData: unknown): Worker {
  const worker = createWorker(here, name, workerData)
  const { threadId } = worker
  worker.once('exit', () => threadEnded(threadId))
  return worker
}

function createWorker(here: string, name: string, workerData: unknown): Worker {
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, here), { workerData })
  const file = JSON.stringify(new URL(`./${name}.ts`, here).href)
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`
  return new Worker(code, { workerData, eval: true, execArgv: ['--conditions=source'] })
}
