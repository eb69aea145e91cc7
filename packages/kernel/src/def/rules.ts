/** What the rules of a game are, without the policies that go by them and without what agents weigh. */
import type { FunctionDef, GameDef } from './index.js'
import { type Uses, usesOf } from './uses.js'

/**
 * The GameDef without policies, features and other names of classes, and without functions that no rule uses: what a
 * save depends on.
 */
export function rulesOf(def: GameDef): Omit<GameDef, 'policies' | 'features' | 'classNames'> {
  const { policies: _, features: __, classNames: ___, ...rules } = readyPart(def)
  return { ...rules, functions: ruleFunctions(def) }
}

const readyParts = new WeakMap<GameDef, GameDef>()

/**
 * A GameDef of which only the rules are there, with no other functions than they use. The rest, policies and what
 * only they and features use, is made when somebody reads `policies` or `functions`. It comes from a compiler: its shape
 * is not checked once more.
 */
export function deferPolicies(rules: GameDef, make: () => Pick<GameDef, 'functions' | 'policies'>): GameDef {
  let made: ReturnType<typeof make> | undefined
  const all = (): ReturnType<typeof make> => (made ??= make())
  const def = Object.defineProperties(
    { ...rules },
    {
      functions: { get: () => all().functions, enumerable: true },
      policies: { get: () => all().policies, enumerable: true },
    },
  )
  readyParts.set(def, rules)
  return def
}

/** The same with other rules and functions; what is made later stays so. */
export function withFunctions(
  def: GameDef,
  rules: Partial<Omit<GameDef, 'functions' | 'policies'>>,
  change: (f: FunctionDef) => FunctionDef,
): GameDef {
  const ready = readyPart(def)
  const changed = { ...ready, ...rules, functions: ready.functions.map(change) }
  if (ready === def) return changed
  return deferPolicies(changed, () => ({ functions: def.functions.map(change), policies: def.policies }))
}

/** Whether some of it is made later. */
export function isDeferred(def: GameDef): boolean {
  return readyParts.has(def)
}

/** Whether seats can decide by a policy. */
export function hasPolicies(def: GameDef): boolean {
  return isDeferred(def) || def.policies.length > 0
}

/** All of a GameDef but what is made later. */
function readyPart(def: GameDef): GameDef {
  return readyParts.get(def) ?? def
}

/** The function of a name. */
export function functionOf(def: GameDef, id: string): FunctionDef | undefined {
  const ready = readyPart(def)
  return namesIn(ready).get(id) ?? (ready === def ? undefined : namesIn(def).get(id))
}

const names = new WeakMap<GameDef, ReadonlyMap<string, FunctionDef>>()

function namesIn(def: GameDef): ReadonlyMap<string, FunctionDef> {
  let known = names.get(def)
  if (known === undefined) names.set(def, (known = new Map(def.functions.map((f) => [f.id, f]))))
  return known
}

const ruled = new WeakMap<GameDef, readonly FunctionDef[]>()

/** The functions that rules use. */
export function ruleFunctions(def: GameDef): readonly FunctionDef[] {
  if (isDeferred(def)) return readyPart(def).functions
  let found = ruled.get(def)
  if (found === undefined) {
    const used = usedByRules(def, (id) => functionOf(def, id))
    ruled.set(def, (found = def.functions.filter(({ id }) => used.has(id))))
  }
  return found
}

/** The others. */
export function policyOnlyFunctions(def: GameDef): readonly FunctionDef[] {
  const rules = new Set(ruleFunctions(def).map(({ id }) => id))
  return def.functions.filter(({ id }) => !rules.has(id))
}

/** The names of the functions that rules use. Each of them is asked for once. */
export function usedByRules(
  def: GameDef,
  named: (id: string) => FunctionDef | undefined,
): ReadonlySet<string> {
  const { worth, promise } = def
  const used = new Set([worth, promise].filter((id) => id !== undefined))
  const { procedures, ...others } = readyPart(def)
  const use = (uses: Uses): void => {
    for (const id of uses.functions) used.add(id)
  }
  use(usesOf('GameDef', { ...others, procedures: [], policies: [], functions: [], sources: [] }))
  for (const procedure of procedures) use(usesOf('ProcedureDef', procedure))
  for (const id of used) {
    const found = named(id)
    if (found !== undefined) use(usesOf('FunctionDef', found))
  }
  return used
}
