import { Worker } from 'node:worker_threads'
import { threadEnded } from './supervisor-client.js'

/**
 * A thread that runs the module of this name beside the one at `here`. Built code runs what lies beside it; sources
 * are run through tsx, which is there when sources are run.
 */
export function startWorker(here: string, name: string, workerData: unknown): Worker {
  const worker = begin(here, name, workerData)
  const { threadId } = worker
  worker.once('exit', () => threadEnded(threadId))
  return worker
}

function begin(here: string, name: string, workerData: unknown): Worker {
  if (!here.endsWith('.ts')) return new Worker(new URL(`./${name}.js`, here), { workerData })
  const file = JSON.stringify(new URL(`./${name}.ts`, here).href)
  const code = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`
  return new Worker(code, { workerData, eval: true, execArgv: ['--conditions=source'] })
}
