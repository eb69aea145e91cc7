import { type ResourceLimits, Worker, type WorkerOptions } from 'node:worker_threads'
import { threadEnded } from './supervisor-client.js'

/**
 * Starts a worker thread with the module `name` in the folder of `here`. Built code runs it as it is; sources run
 * through tsx. `limits` bounds its memory and replaces its environment.
 */
export function startWorker(
  here: string,
  name: string,
  workerData: unknown,
  limits: { readonly resourceLimits?: ResourceLimits; readonly env?: Readonly<Record<string, string>> } = {},
): Worker {
  const worker = createWorker(here, name, { workerData, ...limits })
  const { threadId } = worker
  worker.once('exit', () => threadEnded(threadId))
  return worker
}

function createWorker(here: string, name: string, options: WorkerOptions): Worker {
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, here), options)
  const file = JSON.stringify(new URL(`./${name}.ts`, here).href)
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`
  return new Worker(code, { ...options, eval: true, execArgv: ['--conditions=source'] })
}
