import type { Agent } from './agent.js'
import { ExplorerAgent } from './explorer.js'
import { GreedyAgent } from './greedy.js'
import { RandomAgent } from './random.js'

const MAKERS: Readonly<Record<string, (seed: number | string) => Agent>> = {
  random: (seed) => new RandomAgent(seed),
  explorer: (seed) => new ExplorerAgent(seed),
  greedy: (seed) => new GreedyAgent(seed),
}

export const AGENT_NAMES: readonly string[] = Object.keys(MAKERS)

export function isAgentName(name: string): boolean {
  return Object.hasOwn(MAKERS, name)
}

/** The same name and seed always make an agent that decides the same. */
export function makeAgent(name: string, seed: number | string): Agent {
  const make = isAgentName(name) ? MAKERS[name] : undefined
  if (make === undefined) {
    throw new Error(`There is no agent "${name}". Known agents: ${AGENT_NAMES.join(', ')}.`)
  }
  return make(seed)
}
