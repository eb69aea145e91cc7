/** Separates the rules of a GameDef from its policies and features, and defers the latter. */
import type { FunctionDef, GameDef } from './index.js'
import { type Uses, usesOf } from './uses.js'

/**
 * Returns the part that saves depend on: the GameDef without policies, features and class names, and without functions
 * that no rule uses.
 */
export function rulesOf(def: GameDef): Omit<GameDef, 'policies' | 'features' | 'classNames'> {
  const { policies: _, features: __, classNames: ___, ...rules } = readyPart(def)
  return { ...rules, functions: ruleFunctions(def) }
}

/**
 * Returns the GameDef without policies and features, and without functions that no rule uses. Policies that were not
 * compiled yet stay so.
 */
export function withoutPolicies(def: GameDef): GameDef {
  const { features: _, ...rules } = readyPart(def)
  return { ...rules, functions: ruleFunctions(def), policies: [] }
}

const readyParts = new WeakMap<GameDef, GameDef>()

/**
 * Returns a GameDef with lazy policies. `rules` has only the functions that rules use. The first read of `policies` or
 * `functions` calls `make` for the rest. The result comes from a compiler, so its shape isn't checked again.
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

/** Returns the GameDef with changed rules and functions. Deferred policies stay deferred. */
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

/** Returns whether the policies of a GameDef are deferred. */
export function isDeferred(def: GameDef): boolean {
  return readyParts.has(def)
}

/** Returns whether a game has policies. */
export function hasPolicies(def: GameDef): boolean {
  return isDeferred(def) || def.policies.length > 0
}

/** Returns a GameDef without its deferred part. */
function readyPart(def: GameDef): GameDef {
  return readyParts.get(def) ?? def
}

/** Returns the function with this name. */
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

const ruleFunctionsOf = new WeakMap<GameDef, readonly FunctionDef[]>()

/** Returns the functions that rules use. */
export function ruleFunctions(def: GameDef): readonly FunctionDef[] {
  if (isDeferred(def)) return readyPart(def).functions
  let found = ruleFunctionsOf.get(def)
  if (found === undefined) {
    const used = usedByRules(def, (id) => functionOf(def, id))
    ruleFunctionsOf.set(def, (found = def.functions.filter(({ id }) => used.has(id))))
  }
  return found
}

/** Returns the functions that no rule uses. */
export function policyOnlyFunctions(def: GameDef): readonly FunctionDef[] {
  const rules = new Set(ruleFunctions(def).map(({ id }) => id))
  return def.functions.filter(({ id }) => !rules.has(id))
}

/** Returns the names of the functions that rules use. Calls `named` once for each. */
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
