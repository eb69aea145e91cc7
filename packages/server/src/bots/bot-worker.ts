/** A thread in which bots think: it is given a position, and answers for one seat. */
import { parentPort } from 'node:worker_threads'
import { doneWith } from './answer.js'
import type { Ready, Task } from './messages.js'

parentPort?.on('message', (task: Task) => parentPort?.postMessage(doneWith(task)))
parentPort?.postMessage({ ready: true } satisfies Ready)
