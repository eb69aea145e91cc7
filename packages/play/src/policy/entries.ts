/** Which entries of a policy answer a question. */
import { type EntryDef, type GameDef, isNamed, type PolicyDef } from '@ludoforge/kernel'

/** A question as policies name it. A window that offers actions beside another question is one of its own. */
export type QuestionName = Parameters<typeof isNamed>[0]

/** The entries of a set for a seat that answer a question, in the order in which they are tried. */
export function entriesFor(policies: readonly PolicyDef[], question: QuestionName): readonly EntryDef[] {
  // Who speaks of fewer seats knows better; of those who speak of as many, who spoke first.
  return [...policies]
    .sort((a, b) => a.seats.length - b.seats.length)
    .flatMap(({ entries }) => entries.filter(({ at }) => at.some((name) => isNamed(question, name))))
}

/** What a seat's set is made of: its own policies, then those of the sets that it names as its fallback. */
export interface PolicySet {
  readonly name: string
  readonly layers: readonly (readonly PolicyDef[])[]
  readonly otherwise: string // the agent that answers where no entry does
}

/** Agents that every game has, and a policy may fall back on; the first does if none is named. */
export const FALLBACKS: readonly string[] = ['greedy', 'random']
const [USUAL = ''] = FALLBACKS

/** The names of the sets that have a policy for a seat, in order of declaration. */
export function policyNames({ policies }: GameDef, seat?: string): string[] {
  const found = policies.filter(({ seats }) => seat === undefined || seats.includes(seat))
  return [...new Set(found.map(({ id }) => id))]
}

/** The set of this name for a seat, or its first; undefined if there is none. */
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
    next = layer.find(({ otherwise }) => otherwise !== undefined)?.otherwise ?? USUAL
  }
  return { name: first, layers, otherwise: FALLBACKS.includes(next) ? next : USUAL }
}

/** The option of the game that a set fills with the seats that it plays: what its fallback says of itself is not its own. */
export function seatOptionOf(def: GameDef, seat: string, name?: string): string | undefined {
  return policySet(def, seat, name)?.layers[0]?.find(({ option }) => option !== undefined)?.option
}
