/**
 * The thread that keeps the programs of all threads. It lives as long as the process: a thread that plays may be ended at
 * any time, and what it had started would be left behind. It is never busy, so that it can look at the time.
 */
import { writeSync } from 'node:fs'
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads'
import { encodeLine, PROTOCOL } from '../line-protocol/index.js'
import { OrphanReaper } from './orphan-reaper.js'
import type { FromKeeper, Start, ToKeeper } from './messages.js'
import { BotProcess } from './process.js'

interface Thread {
  readonly channel: BroadcastChannel
  readonly flag: Int32Array<SharedArrayBuffer>
  readonly processes: Map<string, BotProcess>
}

const keeper = String(workerData)
const threads = new Map<number, Thread>()
const lifeline = new OrphanReaper()
const ending = new Set<Promise<void>>()

/** Straight to the file: the main thread, which writes for the others, may be waiting for an answer. */
function show(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Nobody reads it.
  }
}

function reply(thread: number, message: FromKeeper): void {
  const to = threads.get(thread)
  if (to === undefined) return
  to.channel.postMessage(message)
  Atomics.add(to.flag, 0, 1)
  Atomics.notify(to.flag, 0)
}

function start({ processes }: Thread, key: string, { spec, command, rules, ms }: Start) {
  const before = processes.get(key)
  if (before !== undefined) end(before)
  const bot = new BotProcess(spec, command, lifeline, show)
  processes.set(key, bot)
  const hello = encodeLine({ id: 0, ask: 'hello', protocol: PROTOCOL, rules })
  return bot.ask(hello, { id: 0, what: 'hello', ms })
}

function end(bot: BotProcess): void {
  const ended = bot.end()
  ending.add(ended)
  void ended.finally(() => ending.delete(ended))
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
  await Promise.all(ending)
  await lifeline.end()
}

function take(message: ToKeeper): void {
  if ('gone' in message) return endThread(message.gone)
  const { thread: number } = message
  if ('flag' in message) {
    const channel = new BroadcastChannel(`${keeper}/${number}`)
    channel.unref()
    threads.set(number, { channel, flag: message.flag, processes: new Map() })
    return
  }
  const thread = threads.get(number)
  if (thread === undefined) return
  if (!('n' in message)) return thread.processes.get(message.key)?.tell(message.text)
  const { n } = message
  const answered =
    'quit' in message
      ? quit().then(() => ({}))
      : 'start' in message
        ? start(thread, message.key, message.start)
        : ask(thread, message.key, message.text, message.ask)
  answered.then(
    (answer) => reply(number, { n, answer }),
    (error: unknown) => reply(number, { n, failed: error instanceof Error ? error.message : String(error) }),
  )
}

async function ask({ processes }: Thread, key: string, ...asked: Parameters<BotProcess['ask']>) {
  const bot = processes.get(key)
  if (bot === undefined) throw new Error('This program was not started.')
  return bot.ask(...asked)
}

const channel = new BroadcastChannel(keeper)
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- the types of channels know no other way
channel.onmessage = ({ data }: { readonly data: ToKeeper }) => take(data)
parentPort?.postMessage('ready')
