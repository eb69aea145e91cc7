/** Finds the policy entries that answer a question. */
import { type EntryDef, type GameDef, isNamed, type PolicyDef } from '@ludoforge/kernel'

/** A question as policies name it. A window that offers actions at another question is a question of its own. */
export type QuestionName = Parameters<typeof isNamed>[0]

/** Returns the entries of a set that answer a question, in the order in which they are tried. */
export function entriesFor(policies: readonly PolicyDef[], question: QuestionName): readonly EntryDef[] {
  // More specific policies come first: those for fewer seats, then in order of declaration.
  return [...policies]
    .sort((a, b) => a.seats.length - b.seats.length)
    .flatMap(({ entries }) => entries.filter(({ at }) => at.some((name) => isNamed(question, name))))
}

/** The policies of a seat's set: its own, then those of its fallback sets. */
export interface PolicySet {
  readonly name: string
  readonly layers: readonly (readonly PolicyDef[])[]
  readonly otherwise: string // the agent that answers if no entry does
}

/** Agents that every policy can fall back on. The first is the default. */
export const FALLBACKS: readonly string[] = ['greedy', 'random']
const [DEFAULT_FALLBACK = ''] = FALLBACKS

/** Returns the names of the sets with a policy for a seat, in order of declaration. */
export function policyNames({ policies }: GameDef, seat?: string): string[] {
  const found = policies.filter(({ seats }) => seat === undefined || seats.includes(seat))
  return [...new Set(found.map(({ id }) => id))]
}

/** Returns the set with this name for a seat, or its first; undefined if there is none. */
export function policySet(def: GameDef, seat: string, name?: string): PolicySet | undefined {
  const names = policyNames(def, seat)
  const first = name ?? names[0]
  if (first === undefined || !names.includes(first)) return undefined
  const layers: (readonly PolicyDef[])[] = []
  const seen = new Set<string>()
  let next = first
  while (!seen.has(next) && !FALLBACKS.includes(next)) {
    seen.add(next)
    const layer = def.policies.filter(({ id, seats }) => id === next && seats.includes(seat))
    layers.push(layer)
    next = layer.find(({ otherwise }) => otherwise !== undefined)?.otherwise ?? DEFAULT_FALLBACK
  }
  return { name: first, layers, otherwise: FALLBACKS.includes(next) ? next : DEFAULT_FALLBACK }
}

/** Returns the game option that lists the seats a set plays. The options of its fallback sets don't count. */
export function seatOptionOf(def: GameDef, seat: string, name?: string): string | undefined {
  return policySet(def, seat, name)?.layers[0]?.find(({ option }) => option !== undefined)?.option
}
