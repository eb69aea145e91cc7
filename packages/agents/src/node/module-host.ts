/** The host program of modules with an async `decide`: it speaks the line protocol for them. */
import { Console } from 'node:console'
import type { StepEvent } from '@ludoforge/kernel'
import {
  isAsk,
  isTell,
  LineError,
  LineReader,
  encodeLine,
  type Message,
  parseLine,
} from '../line-protocol/index.js'
import type { DecideAgent, ModuleAgent } from '../external/module-api.js'
import { type Rulebook, type ToBot, toBot } from '../schemas/index.js'
import { normalizeAnswer, importModule, messageOf } from './module.js'

/** Standard output carries the protocol, so the module's console writes to standard error. */
globalThis.console = new Console(process.stderr)

interface Seated {
  readonly agent: DecideAgent
  readonly setup: Extract<ToBot, { tell: 'game' }>
  events: readonly StepEvent[]
}

const [, , file = '', argument] = process.argv
const make = await importModule(file, file, argument)
const games = new Map<number, Seated>()
let rules: Rulebook | undefined
let queue = Promise.resolve()

const send = (message: Message): void => void process.stdout.write(encodeLine(message))

async function handle(message: ToBot): Promise<void> {
  if ('ask' in message && message.ask === 'hello') {
    ;({ rules } = message)
    return send({ id: message.id, name: file })
  }
  if ('ask' in message) return decide(message)
  if (message.tell === 'game') {
    const agent = requireDecide(make({ seed: message.seed, argument }))
    games.set(message.game, { agent, setup: message, events: [] })
  } else if (message.tell === 'events') {
    const seated = games.get(message.game)
    if (seated !== undefined) seated.events = [...seated.events, ...message.events]
  } else if (message.tell === 'end') {
    games.get(message.game)?.agent.end?.({ outcome: message.outcome })
    games.delete(message.game)
  }
}

async function decide({ id, game, decision, view }: Extract<ToBot, { ask: 'decide' }>): Promise<void> {
  const seated = games.get(game)
  if (seated === undefined || rules === undefined || view === undefined)
    return send({ id, error: { code: 'unknown-game', message: `Game ${game} has not started.` } })
  const { agent, setup, events } = seated
  const { seat, scenario, options } = setup
  seated.events = []
  const context = {
    rules,
    seat,
    options,
    decision,
    view,
    events,
    ...(scenario === undefined ? {} : { scenario }),
  }
  try {
    send({ id, ...normalizeAnswer(await agent.decide(context)) })
  } catch (error) {
    send({ id, error: { code: 'failed', message: messageOf(error) } })
  }
}

function requireDecide(made: ModuleAgent): DecideAgent {
  if ('decide' in made) return made
  throw new Error(`${file} made an agent without "decide".`)
}

function messageFrom(line: string | LineError): ToBot | undefined {
  if (line instanceof LineError) throw line
  const message = parseLine(line)
  const single = 'length' in message ? undefined : message
  const name =
    single === undefined ? undefined : isAsk(single) ? single.ask : isTell(single) ? single.tell : undefined
  const schema = Object.entries(toBot).find(([known]) => known === name)?.[1]
  return schema?.parse(single)
}

function receive(lines: readonly (string | LineError)[]): void {
  for (const line of lines) {
    const message = messageFrom(line)
    if (message !== undefined) queue = queue.then(() => handle(message))
  }
}

const reader = new LineReader()
process.stdin.on('data', (bytes: Uint8Array) => receive(reader.push(bytes)))
