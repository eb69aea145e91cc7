/**
 * Partial evaluation of rules by game options, which never change: constant folding removes dead branches. An analysis
 * then sees only what an expression can read in this game. For analyses only: the linker never sees the result.
 */
import type { Expr, FunctionDef, GameDef } from '../def/index.js'
import { withFunctions } from '../def/rules.js'
import { canonical, isRecord } from '../def/shape.js'

/** The values of game options as constants. A missing one is unknown. */
export type OptionValues = ReadonlyMap<string, Expr>

/** Substitutes game options in functions and in the requirements of actions. */
export function specialize(def: GameDef, options: OptionValues): GameDef {
  if (options.size === 0) return def
  const ofFunction = (f: FunctionDef): FunctionDef => {
    const body = substituteOptions(f.body, options)
    return body === f.body ? f : { ...f, body }
  }
  const procedures = def.procedures.map((p) =>
    p.requires.length === 0
      ? p
      : { ...p, requires: p.requires.map((r) => ({ ...r, when: substituteOptions(r.when, options) })) },
  )
  return withFunctions(def, { procedures }, ofFunction)
}

/** Substitutes game options in an expression. Returns the same object if nothing changes. */
export function substituteOptions<T>(value: T, options: OptionValues): T {
  // The parts of nodes are nodes, or lists and records of nodes: plain JSON.
  return substitute(value, options) as T
}

function substitute(value: unknown, options: OptionValues): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => substitute(item, options))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (!isRecord(value)) return value
  const node = value
  if (node['ref'] === 'option') return options.get(String(node['option'])) ?? node
  let changed = false
  const parts: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(node)) {
    parts[key] = substitute(part, options)
    changed ||= parts[key] !== part
  }
  return changed ? foldConstants(parts) : node
}

/** Folds a node whose parts have become constants. */
function foldConstants(node: Readonly<Record<string, unknown>>): unknown {
  const { op } = node
  if (op === 'not' && typeof node['arg'] === 'boolean') return !node['arg']
  if (op === 'and' || op === 'or') return junction(node, op === 'and')
  if (op === '==' || op === '!=') {
    const { left, right } = node
    if (isConstant(left) && isConstant(right)) return (canonical(left) === canonical(right)) === (op === '==')
  }
  const { if: branch } = node
  if (isRecord(branch) && 'when' in branch) {
    const { when, then, else: otherwise } = branch
    if (typeof when === 'boolean') return when ? then : otherwise
  }
  return node
}

/** Simplifies `and` (`rest`: true) or `or`: drops neutral arguments, and short-circuits. */
function junction(node: Readonly<Record<string, unknown>>, rest: boolean): unknown {
  const { args, clauses: _, ...others } = node
  if (!Array.isArray(args)) return node
  const open = args.filter((arg) => arg !== rest)
  if (open.includes(!rest)) return !rest
  return open.length === 0 ? rest : open.length === 1 ? open[0] : { ...others, args: open }
}

/** Returns whether a value is a number, a flag, or a constant name. */
function isConstant(value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true
  return isRecord(value) && ['value', 'seat', 'zone'].some((key) => typeof value[key] === 'string')
}
