import type { Constant, Game } from '@ludoforge/kernel'
import { policyNames, seatOptionOf } from '@ludoforge/play'
import type { Agent } from './agent.js'
import { ExplorerAgent } from './explorer.js'
import { GreedyAgent } from './greedy.js'
import { PolicyAgent } from './policy.js'
import { RandomAgent } from './random.js'
import { SearchAgent } from './search/agent.js'
import { LEVELS, readBudget } from './search/budget.js'

type Seed = number | string

/** One kind of agent. What is written behind a colon after its name is its argument. */
interface Maker {
  readonly make: (seed: Seed, argument?: string) => Agent
  /** What is wrong with an argument; undefined: nothing. An agent without this takes none. */
  readonly check?: (argument: string) => string | undefined
}

const MAKERS: Readonly<Record<string, Maker>> = {
  random: { make: (seed) => new RandomAgent(seed) },
  explorer: { make: (seed) => new ExplorerAgent(seed) },
  greedy: { make: (seed) => new GreedyAgent(seed) },
  policy: { make: (seed, name) => new PolicyAgent(seed, name), check: () => undefined },
  search: {
    make: (seed, argument = 'normal') => new SearchAgent(seed, readBudget(argument) ?? {}),
    check: (argument) =>
      readBudget(argument) === undefined
        ? `"${argument}" is no budget: a level (${Object.keys(LEVELS).join(', ')}), iterations (800) or a time (1s, 200ms).`
        : undefined,
  },
  ...Object.fromEntries(
    Object.entries(LEVELS).map(([level, budget]) => [
      level,
      { make: (seed) => new SearchAgent(seed, budget) } satisfies Maker,
    ]),
  ),
}

/** The agents of our own. */
export const AGENT_NAMES: readonly string[] = Object.keys(MAKERS)

/** Agents from outside by the whole of what they are called, as `loadAgents` of `@ludoforge/agents/node` found them. */
const outside = new Map<string, (seed: Seed) => Agent>()

/** From now on this is what the agent of this name does. */
export function registerAgent(name: string, make: (seed: Seed) => Agent): void {
  outside.set(name, make)
}

/** Forgets the agents from outside: their names mean nothing until they are registered again. */
export function forgetAgents(): void {
  outside.clear()
}

/** Those from outside. */
export function externalAgentNames(): string[] {
  return [...outside.keys()]
}

/** All that can be named. */
export function agentNames(): string[] {
  return [...AGENT_NAMES, ...externalAgentNames()]
}

/** What is wrong with the name of an agent, `NAME` or `NAME:ARGUMENT`, in a sentence; undefined: nothing. */
export function agentSpecError(spec: string): string | undefined {
  if (outside.has(spec)) return undefined
  const { name, argument } = parts(spec)
  const maker = makerOf(name)
  if (maker === undefined) return `There is no agent "${name}". Known agents: ${agentNames().join(', ')}.`
  if (argument === undefined) return undefined
  if (maker.check === undefined) return `The agent ${name} takes nothing behind a colon, not "${argument}".`
  return maker.check(argument)
}

/** The same name and seed always make an agent that decides the same, but for one whose budget is a time. */
export function makeAgent(spec: string, seed: Seed): Agent {
  const made = outside.get(spec)
  if (made !== undefined) return made(seed)
  const wrong = agentSpecError(spec)
  const { name, argument } = parts(spec)
  const maker = makerOf(name)
  if (wrong !== undefined || maker === undefined) throw new Error(wrong)
  return maker.make(seed, argument)
}

/** The usual opponent in a game: its own policy, else what its rules call good, else chance. */
export function defaultAgent({ def }: Pick<Game, 'def'>, seat: string): string {
  if (policyNames(def, seat).length > 0) return 'policy'
  return def.worth === undefined ? 'random' : 'greedy'
}

/**
 * The options with which a game begins that these agents play, in seat order (`''`: a person, or a program of its own).
 * Rules may want to know who is no person. What was set by hand (`given`) goes before what follows from who plays.
 */
export function optionsOfAgents(
  { def }: Pick<Game, 'def'>,
  agents: readonly string[],
  given: Readonly<Record<string, Constant>> = {},
): Record<string, Constant> {
  const options: Record<string, string[]> = {}
  def.seats.forEach(({ id }, i) => {
    const { name, argument } = parts(agents[i] ?? '')
    const option = name === 'policy' ? seatOptionOf(def, id, argument) : undefined
    if (option !== undefined) (options[option] ??= []).push(id)
  })
  return { ...options, ...given }
}

function parts(spec: string): { readonly name: string; readonly argument?: string } {
  const at = spec.indexOf(':')
  return at < 0 ? { name: spec } : { name: spec.slice(0, at), argument: spec.slice(at + 1) }
}

function makerOf(name: string): Maker | undefined {
  return Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined
}
