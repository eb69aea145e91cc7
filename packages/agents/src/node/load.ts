/**
 * Agents from outside are loaded before they play: then `makeAgent` knows them by what they are called, in this thread
 * and, once these have called `inheritAgents`, in those that it starts.
 */
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import { AGENT_NAMES, agentSpecError, forgetAgents, registerAgent } from '../registry.js'
import { endKeeper, startKeeper } from './supervisor-lifecycle.js'
import { AgentSpecError, type OutsideSpec, outsideSpec, programOf } from './spec.js'

const HELLO_MS = 30_000
const DECIDE_MS = 10_000
const LOADED = 'ludoforge/agents' // what threads inherit
const NAME = /^[A-Za-z][\w-]{0,39}$/

/** How agents from outside are found, and how long they may take. */
export interface LoadOptions {
  /** Agents from outside that are called by a name: NAME to spec. Only then can others use them, who must not name files. */
  readonly bots?: Readonly<Record<string, string>>
  /** How long a program may take for a decision, in milliseconds; default: ten seconds. */
  readonly decideMs?: number
}

/** What was loaded; plain data. */
interface Loaded {
  readonly specs: Readonly<Record<string, string>> // by what they are called
  readonly decideMs: number
}

/** Loads those of these that are from outside. Throws AgentProblem, with what is wrong with one. */
export async function loadAgents(
  specs: readonly string[],
  { bots = {}, decideMs }: LoadOptions = {},
): Promise<void> {
  const before = getEnvironmentData(LOADED) as Loaded | undefined
  const time = decideMs ?? before?.decideMs ?? DECIDE_MS
  const wanted: Record<string, string> = {}
  for (const [name, spec] of Object.entries(bots)) wanted[checkedName(name)] = checkedSpec(name, spec)
  for (const spec of specs) if (!(spec in wanted) && outsideSpec(spec) !== undefined) wanted[spec] = spec
  for (const [name, spec] of Object.entries(wanted)) await load(name, spec, time)
  if (Object.keys(wanted).length > 0)
    setEnvironmentData(LOADED, { specs: { ...before?.specs, ...wanted }, decideMs: time } satisfies Loaded)
}

/** What the thread that has started this one has loaded is loaded here, too. */
export async function inheritAgents(): Promise<void> {
  const loaded = getEnvironmentData(LOADED) as Loaded | undefined
  for (const [name, spec] of Object.entries(loaded?.specs ?? {}))
    await load(name, spec, loaded?.decideMs ?? DECIDE_MS)
}

/** Ends all programs and forgets what was loaded, with its time limit: the next game starts from nothing. */
export async function closeAgents(): Promise<void> {
  await endKeeper()
  forgetAgents()
  setEnvironmentData(LOADED, undefined)
}

async function load(name: string, spec: string, decideMs: number): Promise<void> {
  const outside = outsideSpec(spec)
  if (outside === undefined)
    throw new AgentSpecError(agentSpecError(spec) ?? `${spec} is no agent from outside.`)
  if (outside.kind === 'program') return loadProgram(name, spec, outside.command, decideMs)
  await loadModule(name, spec, outside, decideMs)
}

async function loadProgram(
  name: string,
  spec: string,
  words: readonly string[],
  decideMs: number,
): Promise<void> {
  const program = programOf(spec, words)
  const { ProgramAgent } = await import('./program.js') // who has no programs does without
  await startKeeper()
  const times = { hello: Math.max(HELLO_MS, decideMs), decide: decideMs }
  const command: readonly [string, ...string[]] = [program, ...words.slice(1)]
  registerAgent(name, (seed) => new ProgramAgent({ spec: name, command, times }, seed))
}

async function loadModule(
  name: string,
  spec: string,
  { file, argument }: Extract<OutsideSpec, { kind: 'module' }>,
  decideMs: number,
): Promise<void> {
  const { importModule, isLater, moduleAgent } = await import('./module.js')
  const make = await importModule(spec, file, argument)
  if (!isLater(make({ seed: 0, argument })))
    return registerAgent(name, (seed) => moduleAgent(name, make, argument, seed))
  // It cannot be waited for in a thread that has to go on: it gets a process of its own.
  const { ProgramAgent } = await import('./program.js')
  await startKeeper()
  const times = { hello: Math.max(HELLO_MS, decideMs), decide: decideMs }
  const command = hostOf(file, argument)
  registerAgent(name, (seed) => new ProgramAgent({ spec: name, command, times }, seed))
}

/** What runs a module as a program: built code as it is, sources through tsx, which is there when sources are run. */
function hostOf(file: string, argument: string | undefined): readonly [string, ...string[]] {
  const here = import.meta.url
  const more = argument === undefined ? [file] : [file, argument]
  if (!here.endsWith('.ts'))
    return [process.execPath, fileURLToPath(new URL('./module-host.js', here)), ...more]
  const tsx = pathToFileURL(createRequire(here).resolve('tsx')).href
  const host = fileURLToPath(new URL('./module-host.ts', here))
  return [process.execPath, '--conditions=source', '--import', tsx, host, ...more]
}

function checkedName(name: string): string {
  if (!NAME.test(name))
    throw new AgentSpecError(`A bot is called by letters, digits, - and _, at most 40, not "${name}".`)
  if (AGENT_NAMES.includes(name) || name === 'human')
    throw new AgentSpecError(`There is an agent "${name}" already: give the bot another name.`)
  return name
}

function checkedSpec(name: string, spec: string): string {
  if (outsideSpec(spec) !== undefined) return spec
  throw new AgentSpecError(
    `The bot ${name} is to be a module (./mine.mjs) or a program (cmd:./bot.py), not "${spec}".`,
  )
}
