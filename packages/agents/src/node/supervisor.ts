/**
 * The supervisor: one thread that owns the bot processes of all threads. A worker thread can be terminated at any time
 * and would leave its child processes behind. The supervisor lives as long as the process, and is never busy, so its
 * timeouts are exact.
 */
import { writeSync } from 'node:fs'
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads'
import { encodeLine, PROTOCOL } from '../line-protocol/index.js'
import { OrphanReaper } from './orphan-reaper.js'
import type { FromSupervisor, StartProgram, ToSupervisor } from './supervisor-messages.js'
import { BotProcess } from './bot-process.js'

interface Thread {
  readonly channel: BroadcastChannel
  readonly flag: Int32Array<SharedArrayBuffer>
  readonly processes: Map<string, BotProcess>
}

const channelName = String(workerData)
const threads = new Map<number, Thread>()
const reaper = new OrphanReaper()
const shutdowns = new Set<Promise<void>>()

/** Writes to standard error directly. Worker output goes through the main thread, which may be blocked in a request. */
function show(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Standard error is closed.
  }
}

function reply(thread: number, message: FromSupervisor): void {
  const recipient = threads.get(thread)
  if (recipient === undefined) return
  recipient.channel.postMessage(message)
  Atomics.add(recipient.flag, 0, 1)
  Atomics.notify(recipient.flag, 0)
}

function start({ processes }: Thread, key: string, { spec, command, rules, ms }: StartProgram) {
  const previous = processes.get(key)
  if (previous !== undefined) end(previous)
  const bot = new BotProcess(spec, command, reaper, show)
  processes.set(key, bot)
  const hello = encodeLine({ id: 0, ask: 'hello', protocol: PROTOCOL, rules })
  return bot.ask(hello, { id: 0, what: 'hello', ms })
}

function end(bot: BotProcess): void {
  const ended = bot.end()
  shutdowns.add(ended)
  void ended.finally(() => shutdowns.delete(ended))
}

function endThread(number: number): void {
  const thread = threads.get(number)
  if (thread === undefined) return
  threads.delete(number)
  thread.channel.close()
  for (const bot of thread.processes.values()) end(bot)
}

async function quit(): Promise<void> {
  for (const { processes } of threads.values()) {
    for (const bot of processes.values()) end(bot)
    processes.clear()
  }
  await Promise.all(shutdowns)
  await reaper.end()
}

function handle(message: ToSupervisor): void {
  if ('gone' in message) return endThread(message.gone)
  const { thread: number } = message
  if ('flag' in message) {
    const channel = new BroadcastChannel(`${channelName}/${number}`)
    channel.unref()
    threads.set(number, { channel, flag: message.flag, processes: new Map() })
    return
  }
  const thread = threads.get(number)
  if (thread === undefined) return
  if (!('n' in message)) return thread.processes.get(message.key)?.tell(message.text)
  const { n } = message
  const response =
    'quit' in message
      ? quit().then(() => ({}))
      : 'start' in message
        ? start(thread, message.key, message.start)
        : ask(thread, message.key, message.text, message.ask, (query) => reply(number, { n, query }))
  response.then(
    (answer) => reply(number, { n, answer }),
    (error: unknown) => reply(number, { n, failed: error instanceof Error ? error.message : String(error) }),
  )
}

async function ask({ processes }: Thread, key: string, ...request: Parameters<BotProcess['ask']>) {
  const bot = processes.get(key)
  if (bot === undefined) throw new Error('The agent program is not running.')
  return bot.ask(...request)
}

const channel = new BroadcastChannel(channelName)
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- the types of BroadcastChannel have only onmessage
channel.onmessage = ({ data }: { readonly data: ToSupervisor }) => handle(data)
parentPort?.postMessage('ready')
