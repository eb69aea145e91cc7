/** External agents: modules and programs that users name on the command line. */
import { agentNames, agentSpecError } from '@ludoforge/agents'
import { AgentSpecError, loadAgents, parseExternalSpec, splitSpecs } from '@ludoforge/agents/node'
import { closestName } from '@ludoforge/compiler'
import type { Command } from 'commander'
import { collect } from './commands/program-parts.js'
import { shellQuote } from './terminal/shell-quote.js'
import { unknownName, UsageError } from './usage.js'

/** The options for external agents, shared by all commands that run agents. */
export interface BotOptions {
  readonly bot: readonly string[]
  readonly botTime?: string
  readonly botClock?: string
}

export function withBots(command: Command): Command {
  return command
    .option(
      '--bot <name=spec>',
      'name a module (./mine.mjs) or a program (cmd:./bot.py) as a bot',
      collect,
      [],
    )
    .option('--bot-time <time>', 'time limit for a program per decision: 2s, 500ms (default: 10s)')
    .option(
      '--bot-clock <time+time>',
      'time of a program for a whole game, plus an increment: 60s, 60s+500ms',
    )
}

/** The options as command-line arguments, for a command that repeats the run. */
export function botOptionsOf({ bot, botTime, botClock }: BotOptions): string[] {
  const time = botTime === undefined ? [] : [`--bot-time ${botTime}`]
  const clock = botClock === undefined ? [] : [`--bot-clock ${botClock}`]
  return [...bot.map((pair) => `--bot ${shellQuote(pair)}`), ...time, ...clock]
}

/** Loads the external agents that the options and these texts name. Each text is one spec or several, comma-separated. */
export async function loadNamed(given: readonly (string | undefined)[], options: BotOptions): Promise<void> {
  const { bot, botTime, botClock } = options
  const specs = given.flatMap((text) => (text === undefined ? [] : splitSpecs(text)))
  const bots = Object.fromEntries(bot.map(readBot))
  try {
    await loadAgents(specs, {
      bots,
      ...(botTime === undefined ? {} : { decideMs: readTime('--bot-time', botTime) }),
      ...(botClock === undefined ? {} : { clock: readClock(botClock) }),
    })
  } catch (error) {
    throw error instanceof AgentSpecError ? new UsageError(error.message) : error
  }
}

/** Parses a comma-separated list of agents. Throws `UsageError` if one is unknown. */
export function readNames(given: string): string[] {
  const names = splitSpecs(given)
  for (const name of names) checkAgent(name)
  return names
}

/** Throws if a spec is a path: workers on other machines can't read this machine's files. */
export function refuseExternalAgents(specs: readonly string[]): void {
  const file = specs.find((spec) => parseExternalSpec(spec) !== undefined)
  if (file !== undefined)
    throw new UsageError(
      `With --queue, "${file}" needs a name that every worker knows. Pass --bot NAME=${shellQuote(file)} here and to "ludoforge worker".`,
    )
}

/** Throws `UsageError` unless the spec is `NAME` or `NAME:ARGUMENT` of a known agent. `more`: further names to suggest. */
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

const MAX_MS = 3_600_000

function readTime(option: string, text: string): number {
  const [, number = '', unit] = /^(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? []
  const ms = Math.round(Number(number) * (unit === 's' ? 1000 : 1))
  if (ms >= 1 && ms <= MAX_MS) return ms
  throw new UsageError(`${option} takes a time of at most an hour, such as 2s or 500ms, not "${text}".`)
}

function readClock(text: string): { readonly game: number; readonly increment: number } {
  const [game = '', increment] = text.split('+')
  return {
    game: readTime('--bot-clock', game),
    increment: increment === undefined ? 0 : readTime('--bot-clock', increment),
  }
}
