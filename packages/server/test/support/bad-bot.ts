/** A bot thread with misbehaving agents: `never`, `throws`, `dies`, `slow`, `illegal`, `moody` (by its seed). Others work as usual. */
import { parentPort } from 'node:worker_threads'
import type { FromThread, Task, ToThread } from '../../src/bots/messages.js'
import { BotRuntime } from '../../src/bots/bot-runtime.js'

const spin = (ms: number): void => {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(2)
}

const sane = (task: Task): Task => (task.agent === 'moody' ? { ...task, agent: 'random' } : task)

const say = (message: FromThread): void => parentPort?.postMessage(message)
const thinker = new BotRuntime(say)

parentPort?.on('message', (message: ToThread) => {
  if (!('task' in message)) return thinker.take(message)
  const { task } = message
  const { id, agent, seed } = task
  if (agent === 'never') spin(Number.POSITIVE_INFINITY)
  if (agent === 'throws') throw new Error('a bot that fails')
  if (agent === 'dies' || (agent === 'moody' && seed === 'bad')) process.exit(3)
  const ms = agent === 'slow' ? 300 : 0
  spin(ms)
  const choice = { slow: 'a1', illegal: 'no such thing' }[agent]
  if (choice === undefined) thinker.take({ task: sane(task) })
  else say({ id, ms, answer: { choice, why: [] } })
})
say({ ready: true })
