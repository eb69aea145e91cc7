/** A thread in which bots think: it is given a position, and answers for one seat. */
import { parentPort } from 'node:worker_threads'
import { inheritAgents } from '@ludoforge/agents/node'
import type { FromThread, ToThread } from './messages.js'
import { BotRuntime } from './bot-runtime.js'

const say = (message: FromThread): void => parentPort?.postMessage(message)
await inheritAgents()
const thinker = new BotRuntime(say)
parentPort?.on('message', (message: ToThread) => thinker.take(message))
say({ ready: true })
