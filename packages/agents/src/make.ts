import type { Constant, Game } from '@ludoforge/kernel'
import { policyNames, seatedBy } from '@ludoforge/kernel'
import type { Agent } from './agent.js'
import { ExplorerAgent } from './explorer.js'
import { GreedyAgent } from './greedy.js'
import { PolicyAgent } from './policy.js'
import { RandomAgent } from './random.js'

/** Makes an agent of a seed and of what stands behind a colon. */
type Maker = (seed: number | string, argument: string | undefined) => Agent

const MAKERS: Readonly<Record<string, Maker>> = {
  random: (seed) => new RandomAgent(seed),
  explorer: (seed) => new ExplorerAgent(seed),
  greedy: (seed) => new GreedyAgent(seed),
  policy: (seed, name) => new PolicyAgent(seed, name),
}

/** Those that take an argument, as in `policy:strong`. */
const WITH_ARGUMENT: readonly string[] = ['policy']

export const AGENT_NAMES: readonly string[] = Object.keys(MAKERS)

export function isAgentName(spec: string): boolean {
  const { name, argument } = split(spec)
  return Object.hasOwn(MAKERS, name) && (argument === undefined || WITH_ARGUMENT.includes(name))
}

/** The same name, argument and seed always make an agent that decides the same. */
export function makeAgent(spec: string, seed: number | string): Agent {
  const { name, argument } = split(spec)
  const make = isAgentName(spec) ? MAKERS[name] : undefined
  if (make === undefined) {
    throw new Error(`There is no agent "${spec}". Known agents: ${AGENT_NAMES.join(', ')}.`)
  }
  return make(seed, argument)
}

/** The usual opponent in a game: its own policy, else what its rules call good, else chance. */
export function usualAgent({ def }: Pick<Game, 'def'>, seat: string): string {
  if (policyNames(def, seat).length > 0) return 'policy'
  return def.worth === undefined ? 'random' : 'greedy'
}

/** The options with which a game begins because of who sits where: rules may want to know who is no person. */
export function optionsOfAgents(
  { def }: Pick<Game, 'def'>,
  agents: readonly string[],
): Record<string, Constant> {
  const options: Record<string, string[]> = {}
  def.seats.forEach(({ id }, i) => {
    const { name, argument } = split(agents[i] ?? '')
    const option = name === 'policy' ? seatedBy(def, id, argument) : undefined
    if (option !== undefined) (options[option] ??= []).push(id)
  })
  return options
}

function split(spec: string): { readonly name: string; readonly argument: string | undefined } {
  const at = spec.indexOf(':')
  return at < 0
    ? { name: spec, argument: undefined }
    : { name: spec.slice(0, at), argument: spec.slice(at + 1) }
}
