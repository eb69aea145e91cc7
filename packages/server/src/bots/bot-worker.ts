/** Entry point of a bot thread: receives positions and returns the answer of one seat. */
import { parentPort } from 'node:worker_threads'
import { inheritAgents } from '@ludoforge/agents/node'
import type { FromThread, ToThread } from './messages.js'
import { BotRuntime } from './bot-runtime.js'

const send = (message: FromThread): void => parentPort?.postMessage(message)
await inheritAgents()
const runtime = new BotRuntime(send)
parentPort?.on('message', (message: ToThread) => runtime.take(message))
send({ ready: true })
