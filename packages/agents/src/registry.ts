import type { Constant, Game } from '@ludoforge/kernel'
import { policyNames, seatOptionOf } from '@ludoforge/play'
import type { Agent } from './agent.js'
import { ExplorerAgent } from './explorer.js'
import { GreedyAgent } from './greedy.js'
import { PolicyAgent } from './policy.js'
import { RandomAgent } from './random.js'
import { SearchAgent } from './search/agent.js'
import { type Budget, LEVELS, parseBudget } from './search/budget.js'

type Seed = number | string

/** One kind of agent. In `NAME:ARGUMENT`, the text after the colon is its argument. */
interface Maker {
  readonly make: (seed: Seed, argument?: string) => Agent
  /** Returns an error message for an invalid argument. An agent without `check` takes no argument. */
  readonly check?: (argument: string) => string | undefined
  /** The agent never reads a policy or a feature of the game. */
  readonly rulesOnly?: true
}

const MAKERS: Readonly<Record<string, Maker>> = {
  random: { make: (seed) => new RandomAgent(seed), rulesOnly: true },
  explorer: { make: (seed) => new ExplorerAgent(seed), rulesOnly: true },
  greedy: { make: (seed) => new GreedyAgent(seed), rulesOnly: true },
  policy: { make: (seed, name) => new PolicyAgent(seed, name), check: () => undefined },
  search: {
    make: (seed, argument = 'normal') => new SearchAgent(seed, parseBudget(argument) ?? {}),
    check: (argument) =>
      parseBudget(argument) === undefined
        ? `"${argument}" is not a budget. Use a level (${Object.keys(LEVELS).join(', ')}), iterations (800) or a time (1s, 200ms).`
        : undefined,
  },
  ...Object.fromEntries(
    Object.entries(LEVELS).map(([level, budget]) => [
      level,
      { make: (seed) => new SearchAgent(seed, budget) } satisfies Maker,
    ]),
  ),
}

/** The built-in agents. */
export const AGENT_NAMES: readonly string[] = Object.keys(MAKERS)

/** External agents by their full spec, registered by `loadAgents` of `@ludoforge/agents/node`. */
const external = new Map<string, (seed: Seed) => Agent>()

/** Registers an external agent under this name. */
export function registerAgent(name: string, make: (seed: Seed) => Agent): void {
  external.set(name, make)
}

/** Forgets the external agents, until they are registered again. */
export function forgetAgents(): void {
  external.clear()
}

/** Returns the names of the external agents. */
export function externalAgentNames(): string[] {
  return [...external.keys()]
}

/** Returns the names of all agents, built-in and external. */
export function agentNames(): string[] {
  return [...AGENT_NAMES, ...externalAgentNames()]
}

/** Returns an error message for an invalid spec (`NAME` or `NAME:ARGUMENT`), or `undefined` if it is valid. */
export function agentSpecError(spec: string): string | undefined {
  if (external.has(spec)) return undefined
  const { name, argument } = parseSpec(spec)
  const maker = makerOf(name)
  if (maker === undefined) return `There is no agent "${name}". Known agents: ${agentNames().join(', ')}.`
  if (argument === undefined) return undefined
  if (maker.check === undefined) return `The agent ${name} takes no argument. Remove ":${argument}".`
  return maker.check(argument)
}

/** Returns whether an agent may read policies or features of the game. External agents may. */
export function readsPolicies(spec: string): boolean {
  return external.has(spec) || makerOf(parseSpec(spec).name)?.rulesOnly !== true
}

/** Returns the budget of a built-in agent that searches, or `undefined` for other agents. */
export function budgetOf(spec: string): Budget | undefined {
  if (external.has(spec)) return undefined
  const { name, argument } = parseSpec(spec)
  return name === 'search' ? parseBudget(argument ?? 'normal') : LEVELS[name]
}

/** Makes an agent. The same spec and seed give the same decisions, unless the budget is a time. */
export function makeAgent(spec: string, seed: Seed): Agent {
  const make = external.get(spec)
  if (make !== undefined) return make(seed)
  const error = agentSpecError(spec)
  const { name, argument } = parseSpec(spec)
  const maker = makerOf(name)
  if (error !== undefined || maker === undefined) throw new Error(error)
  return maker.make(seed, argument)
}

/** The default agent of a seat: `policy` if it has one, `greedy` if the game declares `worth`, else `random`. */
export function defaultAgent({ def }: Pick<Game, 'def'>, seat: string): string {
  if (policyNames(def, seat).length > 0) return 'policy'
  return def.worth === undefined ? 'random' : 'greedy'
}

/**
 * Returns the game options for these agents, in seat order (`''` is a person or an external program). Rules may depend on
 * which seats a policy plays. Options in `given` take precedence over derived ones.
 */
export function optionsOfAgents(
  { def }: Pick<Game, 'def'>,
  agents: readonly string[],
  given: Readonly<Record<string, Constant>> = {},
): Record<string, Constant> {
  const options: Record<string, string[]> = {}
  def.seats.forEach(({ id }, i) => {
    const { name, argument } = parseSpec(agents[i] ?? '')
    const option = name === 'policy' ? seatOptionOf(def, id, argument) : undefined
    if (option !== undefined) (options[option] ??= []).push(id)
  })
  return { ...options, ...given }
}

function parseSpec(spec: string): { readonly name: string; readonly argument?: string } {
  const at = spec.indexOf(':')
  return at < 0 ? { name: spec } : { name: spec.slice(0, at), argument: spec.slice(at + 1) }
}

function makerOf(name: string): Maker | undefined {
  return Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined
}
