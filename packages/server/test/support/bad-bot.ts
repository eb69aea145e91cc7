/** A thread for bots in which some misbehave: `never`, `throws`, `dies`, `slow`, `illegal`, `moody` (by its seed). Others answer as they do. */
import { parentPort } from 'node:worker_threads'
import { doneWith } from '../../src/bots/answer.js'
import type { Ready, Task } from '../../src/bots/messages.js'

const spin = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(2)
}

const sane = (task: Task): Task => (task.agent === 'moody' ? { ...task, agent: 'random' } : task)

parentPort?.on('message', (task: Task) => {
  const { id, agent, seed } = task
  if (agent === 'never') spin(Number.POSITIVE_INFINITY)
  if (agent === 'throws') throw new Error('a bot that fails')
  if (agent === 'dies' || (agent === 'moody' && seed === 'bad')) process.exit(3)
  const ms = agent === 'slow' ? 1000 : 0
  spin(ms)
  const choice = { slow: 'a1', illegal: 'no such thing' }[agent]
  parentPort?.postMessage(choice === undefined ? doneWith(sane(task)) : { id, ms, choice })
})
parentPort?.postMessage({ ready: true } satisfies Ready)
