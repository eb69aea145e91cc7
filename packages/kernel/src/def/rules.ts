/** What the rules of a game are, without the policies that go by them and without what agents weigh. */
import type { GameDef } from './index.js'
import { type Fields, walk } from './walk.js'

/** The GameDef without policies and features, and the functions that only these use: what a save depends on. */
export function rulesOf(def: GameDef): Omit<GameDef, 'policies' | 'features'> {
  const { policies: _, features: __, ...rules } = def
  const apart = ponderedOnly(def)
  if (apart.size === 0) return rules
  return { ...rules, functions: def.functions.filter(({ id }) => !apart.has(id)) }
}

const NONE: ReadonlySet<string> = new Set()
const known = new WeakMap<GameDef, ReadonlySet<string>>()

/** The functions that only policies and features use. */
export function ponderedOnly(def: GameDef): ReadonlySet<string> {
  const { features = [] } = def
  if (def.policies.length + features.length === 0) return NONE
  let found = known.get(def)
  if (found === undefined) {
    const ruled = reached(def, { ...def, policies: [], functions: [] })
    for (const estimate of [def.worth, def.promise]) if (estimate !== undefined) grow(def, ruled, estimate)
    const pondered = reached(def, { ...def, functions: [], procedures: [], setup: [], scenarios: [] })
    for (const { id } of features) grow(def, pondered, id)
    found = new Set([...pondered].filter((id) => !ruled.has(id)))
    known.set(def, found)
  }
  return found
}

function reached(def: GameDef, part: GameDef): Set<string> {
  const names = new Set<string>()
  called('GameDef', part, (id) => grow(def, names, id))
  return names
}

function grow(def: GameDef, names: Set<string>, id: string): void {
  if (names.has(id)) return
  names.add(id)
  const body = def.functions.find((f) => f.id === id)?.body
  if (body !== undefined) called('Expr', body, (inner) => grow(def, names, inner))
}

function called(name: 'GameDef' | 'Expr', value: unknown, visit: (id: string) => void): void {
  walk(name, value, ({ call }: Fields) => {
    if (typeof call === 'string') visit(call)
  })
}
