/** A program that plays for a module whose agents answer later: it speaks the line protocol for them. */
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
import type { DecideAgent, MadeAgent } from '../external/module-api.js'
import { type Rules, type ToBot, toBot } from '../schemas/index.js'
import { answerOf, importModule, messageOf } from './module.js'

/** What a module writes for people must not come between the answers. */
globalThis.console = new Console(process.stderr)

interface Seated {
  readonly agent: DecideAgent
  readonly told: Extract<ToBot, { tell: 'game' }>
  events: readonly StepEvent[]
}

const [, , file = '', argument] = process.argv
const make = await importModule(file, file, argument)
const games = new Map<number, Seated>()
let rules: Rules | undefined
let turn = Promise.resolve()

const say = (message: Message): void => void process.stdout.write(encodeLine(message))

async function take(message: ToBot): Promise<void> {
  if ('ask' in message && message.ask === 'hello') {
    ;({ rules } = message)
    return say({ id: message.id, name: file })
  }
  if ('ask' in message) return decide(message)
  if (message.tell === 'game') {
    const agent = deciding(make({ seed: message.seed, argument }))
    games.set(message.game, { agent, told: message, events: [] })
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
    return say({ id, error: { code: 'unknown-game', message: `The game ${game} was not begun.` } })
  const { agent, told, events } = seated
  const { seat, scenario, options } = told
  seated.events = []
  const asked = {
    rules,
    seat,
    options,
    decision,
    view,
    events,
    ...(scenario === undefined ? {} : { scenario }),
  }
  try {
    say({ id, ...answerOf(await agent.decide(asked)) })
  } catch (error) {
    say({ id, error: { code: 'failed', message: messageOf(error) } })
  }
}

function deciding(made: MadeAgent): DecideAgent {
  if ('decide' in made) return made
  throw new Error(`${file} made an agent without "decide".`)
}

function messageFrom(line: string | LineError): ToBot | undefined {
  if (line instanceof LineError) throw line
  const message = parseLine(line)
  const one = 'length' in message ? undefined : message
  const name = one === undefined ? undefined : isAsk(one) ? one.ask : isTell(one) ? one.tell : undefined
  const shape = Object.entries(toBot).find(([known]) => known === name)?.[1]
  return shape?.parse(one)
}

function hear(lines: readonly (string | LineError)[]): void {
  for (const line of lines) {
    const message = messageFrom(line)
    if (message !== undefined) turn = turn.then(() => take(message))
  }
}

const reader = new LineReader()
process.stdin.on('data', (bytes: Uint8Array) => hear(reader.push(bytes)))
