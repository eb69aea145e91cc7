/** A worker thread of `test --mutate`: tests its part of the mutants and reports progress. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadGame, mutateExamples } from '@ludoforge/compiler'
import { COMPILE_OPTIONS } from '../games.js'
import type { MutatingDone, MutatingStart, MutatingStep } from './mutate.js'

const { path, request }: MutatingStart = workerData
const loaded = await loadGame(path, COMPILE_OPTIONS)
const onProgress = (done: number, all: number) => {
  const step: MutatingStep = { done, all }
  parentPort?.postMessage(step)
}
const done: MutatingDone = { mutations: mutateExamples(loaded, { ...request, onProgress }) }
parentPort?.postMessage(done)
