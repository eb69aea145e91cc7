/** Agents from outside, as users name them: modules and programs. */
import { agentNames, agentSpecError } from '@ludoforge/agents'
import { AgentSpecError, loadAgents, outsideSpec, splitSpecs } from '@ludoforge/agents/node'
import { closestName } from '@ludoforge/compiler'
import type { Command } from 'commander'
import { shellQuote } from './terminal/shell-quote.js'
import { unknownName, UsageError } from './usage.js'

/** What a command that lets agents play says of those from outside. */
export interface BotOptions {
  readonly bot: readonly string[]
  readonly botTime?: string
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value]

export function withBots(command: Command): Command {
  return command
    .option(
      '--bot <name=spec>',
      'call a module (./mine.mjs) or a program (cmd:./bot.py) by a name',
      collect,
      [],
    )
    .option('--bot-time <time>', 'how long a program may take for a decision: 2s, 500ms (default: 10s)')
}

/** As a command says it again. */
export function botOptionsOf({ bot, botTime }: BotOptions): string[] {
  const time = botTime === undefined ? [] : [`--bot-time ${botTime}`]
  return [...bot.map((pair) => `--bot ${shellQuote(pair)}`), ...time]
}

/** Makes known what these, each a spec or several with commas, or the options name outside. */
export async function loadNamed(given: readonly (string | undefined)[], options: BotOptions): Promise<void> {
  const { bot, botTime } = options
  const specs = given.flatMap((text) => (text === undefined ? [] : splitSpecs(text)))
  const bots = Object.fromEntries(bot.map(readBot))
  try {
    await loadAgents(specs, { bots, ...(botTime === undefined ? {} : { decideMs: readTime(botTime) }) })
  } catch (error) {
    throw error instanceof AgentSpecError ? new UsageError(error.message) : error
  }
}

/** Agents by name. */
export function readNames(given: string): string[] {
  const names = splitSpecs(given)
  for (const name of names) checkAgent(name)
  return names
}

/** Agents that others are to make know no files of this machine. */
export function refuseExternalAgents(specs: readonly string[]): void {
  const file = specs.find((spec) => outsideSpec(spec) !== undefined)
  if (file !== undefined)
    throw new UsageError(
      `With --queue "${file}" needs a name that every worker knows: --bot NAME=${shellQuote(file)} here and for "ludoforge worker".`,
    )
}

/** `NAME` or `NAME:ARGUMENT`, as agents are named. `more`: names that mean something here. */
export function checkAgent(spec: string, more: readonly string[] = []): void {
  const wrong = agentSpecError(spec)
  if (wrong === undefined) return
  const [name = ''] = spec.split(':')
  const known = [...more, ...agentNames()]
  throw new UsageError(
    known.includes(name) ? wrong : unknownName('agent', name, closestName(name, known), known),
  )
}

function readBot(pair: string): [string, string] {
  const at = pair.indexOf('=')
  if (at <= 0) throw new UsageError(`--bot takes NAME=SPEC, not "${pair}".`)
  return [pair.slice(0, at), pair.slice(at + 1)]
}

const LONGEST_MS = 3_600_000

function readTime(text: string): number {
  const [, number = '', unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? []
  const ms = Math.round(Number(number) * (unit === 's' ? 1000 : 1))
  if (ms >= 1 && ms <= LONGEST_MS) return ms
  throw new UsageError(`--bot-time is a time up to an hour, such as 2s or 500ms, not "${text}".`)
}
