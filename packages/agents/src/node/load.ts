/**
 * Loads external agents, so that `makeAgent` can make them by name: in this thread, and in threads it starts once they
 * call `inheritAgents`.
 */
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { AGENT_NAMES, agentSpecError, forgetAgents, registerAgent } from '../registry.js'
import { PolicyTable, SolvedAgent } from '../solved/solved-agent.js'
import { stopSupervisor, startSupervisor } from './supervisor-lifecycle.js'
import type { ProgramTimes } from './program.js'
import { AgentSpecError, type ExternalSpec, parseExternalSpec, resolveProgram } from './spec.js'

const HELLO_MS = 30_000
const DECIDE_MS = 10_000
const LOADED_KEY = 'ludoforge/agents' // environment data that threads inherit
const NAME = /^[A-Za-z][\w-]{0,39}$/

/** Options for loading external agents. */
export interface LoadOptions {
  /** External agents with a name: name to spec. Players of a server can use these, but can't name files. */
  readonly bots?: Readonly<Record<string, string>>
  /** The time limit of a program for one decision, in milliseconds (default: ten seconds). */
  readonly decideMs?: number
  /** The time of a program for a whole game, and what each decision adds, in milliseconds (default: no limit). */
  readonly clock?: GameClock
}

/** The time of a program for a game, as in UCI. */
interface GameClock {
  readonly game: number
  readonly increment: number
}

/** The time limits of programs. */
interface Limits {
  readonly decideMs: number
  readonly clock?: GameClock | undefined
}

/** The loaded agents. Plain data, for other threads. */
interface Loaded extends Limits {
  readonly specs: Readonly<Record<string, string>> // by name
}

/** The agents loaded by this thread or its parent. */
function loadedSoFar(): Loaded | undefined {
  return getEnvironmentData(LOADED_KEY) as Loaded | undefined // only `loadAgents` writes it
}

/** Loads the external agents among these specs. Throws `AgentSpecError` if one is invalid. */
export async function loadAgents(
  specs: readonly string[],
  { bots = {}, decideMs, clock }: LoadOptions = {},
): Promise<void> {
  const loaded = loadedSoFar()
  const limits: Limits = {
    decideMs: decideMs ?? loaded?.decideMs ?? DECIDE_MS,
    clock: clock ?? loaded?.clock,
  }
  const wanted: Record<string, string> = {}
  for (const [name, spec] of Object.entries(bots)) wanted[checkedName(name)] = checkedSpec(name, spec)
  for (const spec of specs)
    if (!(spec in wanted) && parseExternalSpec(spec) !== undefined) wanted[spec] = spec
  for (const [name, spec] of Object.entries(wanted)) await load(name, spec, limits)
  if (Object.keys(wanted).length > 0)
    setEnvironmentData(LOADED_KEY, {
      specs: { ...loaded?.specs, ...wanted },
      ...limits,
    } satisfies Loaded)
}

/** Loads the external agents of the parent thread in this one. */
export async function inheritAgents(): Promise<void> {
  const loaded = loadedSoFar()
  if (loaded === undefined) return
  for (const [name, spec] of Object.entries(loaded.specs)) await load(name, spec, loaded)
}

/** Quits all agent programs and forgets the loaded agents with their time limit. */
export async function closeAgents(): Promise<void> {
  await stopSupervisor()
  forgetAgents()
  setEnvironmentData(LOADED_KEY, undefined)
}

async function load(name: string, spec: string, limits: Limits): Promise<void> {
  const external = parseExternalSpec(spec)
  if (external === undefined)
    throw new AgentSpecError(agentSpecError(spec) ?? `${spec} is not an external agent.`)
  if (external.kind === 'solved') return loadSolved(name, spec, external.file)
  if (external.kind === 'program') return loadProgram(name, spec, external.command, limits)
  await loadModule(name, spec, external, limits)
}

async function loadSolved(name: string, spec: string, file: string): Promise<void> {
  const { readSolvedPolicy } = await import('./solved.js')
  const table = new PolicyTable(readSolvedPolicy(spec, file))
  registerAgent(name, (seed) => new SolvedAgent(name, table, seed))
}

async function loadProgram(
  name: string,
  spec: string,
  words: readonly string[],
  limits: Limits,
): Promise<void> {
  const program = resolveProgram(spec, words)
  const { ProgramAgent } = await import('./program.js') // loaded only if it is needed
  await startSupervisor()
  const times = timesOf(limits)
  const command: readonly [string, ...string[]] = [program, ...words.slice(1)]
  registerAgent(name, (seed) => new ProgramAgent({ spec: name, command, times }, seed))
}

async function loadModule(
  name: string,
  spec: string,
  { file, argument }: Extract<ExternalSpec, { kind: 'module' }>,
  limits: Limits,
): Promise<void> {
  const { importModule, isAsync, moduleAgent } = await import('./module.js')
  const make = await importModule(spec, file, argument)
  if (!isAsync(make({ seed: 0, argument })))
    return registerAgent(name, (seed) => moduleAgent(name, make, argument, seed))
  // `choose` can't wait for a promise, so an agent with an async `decide` runs in its own process.
  const { ProgramAgent } = await import('./program.js')
  await startSupervisor()
  const times = timesOf(limits)
  const command = hostOf(file, argument)
  registerAgent(name, (seed) => new ProgramAgent({ spec: name, command, times }, seed))
}

function timesOf({ decideMs, clock }: Limits): ProgramTimes {
  return { hello: Math.max(HELLO_MS, decideMs), decide: decideMs, clock }
}

/** Returns the command that runs a module as a program. Built code runs as it is; sources run through tsx. */
function hostOf(file: string, argument: string | undefined): readonly [string, ...string[]] {
  const here = import.meta.url
  const args = argument === undefined ? [file] : [file, argument]
  if (!here.endsWith('.ts'))
    return [process.execPath, fileURLToPath(new URL('./module-host.js', here)), ...args]
  const tsx = pathToFileURL(createRequire(here).resolve('tsx')).href
  const host = fileURLToPath(new URL('./module-host.ts', here))
  return [process.execPath, '--conditions=source', '--import', tsx, host, ...args]
}

function checkedName(name: string): string {
  if (!NAME.test(name))
    throw new AgentSpecError(
      `"${name}" is not a valid bot name. Use a letter, then letters, digits, - and _, at most 40 in all.`,
    )
  if (AGENT_NAMES.includes(name) || name === 'human')
    throw new AgentSpecError(`The name "${name}" is reserved. Choose another name for the bot.`)
  return name
}

function checkedSpec(name: string, spec: string): string {
  if (parseExternalSpec(spec) !== undefined) return spec
  throw new AgentSpecError(
    `The bot ${name} must be a module (./mine.mjs), a program (cmd:./bot.py) or a solved policy (solved:FILE), not "${spec}".`,
  )
}
