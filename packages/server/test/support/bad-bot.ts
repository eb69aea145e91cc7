/** A thread for bots in which some misbehave: `never`, `throws`, `dies`, `slow`, `illegal`. Others answer as they do. */
import { parentPort } from 'node:worker_threads'
import { doneWith } from '../../src/bots/answer.js'
import type { Task } from '../../src/bots/messages.js'

const spin = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(2)
}

parentPort?.on('message', (task: Task) => {
  const { id, agent } = task
  if (agent === 'never') spin(Number.POSITIVE_INFINITY)
  if (agent === 'throws') throw new Error('a bot that fails')
  if (agent === 'dies') process.exit(3)
  if (agent === 'slow') spin(1000)
  const choice = { slow: 'a1', illegal: 'no such thing' }[agent]
  parentPort?.postMessage(choice === undefined ? doneWith(task) : { id, choice })
})
