/**
 * Partial evaluation of rules by options of a game, which never change: branches that cannot be taken are left out.
 * What an expression can read is then what it can read in this game. Only for analyses: nothing that is run is made
 * of it.
 */
import type { Expr, FunctionDef, GameDef } from '../def/index.js'
import { withFunctions } from '../def/rules.js'
import { canonical, isRecord } from '../def/shape.js'

/** What options are in a game, as constants. One that is not there is not known. */
export type OptionValues = ReadonlyMap<string, Expr>

/** The same rules with these options: functions and what actions require. */
export function specialize(def: GameDef, options: OptionValues): GameDef {
  if (options.size === 0) return def
  const ofFunction = (f: FunctionDef): FunctionDef => {
    const body = substituteOptions(f.body, options)
    return body === f.body ? f : { ...f, body }
  }
  const procedures = def.procedures.map((p) =>
    p.requires.length === 0
      ? p
      : { ...p, requires: p.requires.map((one) => ({ ...one, when: substituteOptions(one.when, options) })) },
  )
  return withFunctions(def, { procedures }, ofFunction)
}

/** The expression with these options. It is the same object if nothing changes. */
export function substituteOptions<T>(value: T, options: OptionValues): T {
  // The parts of nodes are nodes, or lists and records of these: all of them are plain JSON.
  return settle(value, options) as T
}

function settle(value: unknown, options: OptionValues): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => settle(item, options))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (!isRecord(value)) return value
  const node = value
  if (node['ref'] === 'option') return options.get(String(node['option'])) ?? node
  let changed = false
  const parts: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(node)) {
    parts[key] = settle(part, options)
    changed ||= parts[key] !== part
  }
  return changed ? simpler(parts) : node
}

/** A node whose parts have become constants. */
function simpler(node: Readonly<Record<string, unknown>>): unknown {
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

/** `and` (`rest`: true) or `or`: without those arguments that decide nothing. */
function junction(node: Readonly<Record<string, unknown>>, rest: boolean): unknown {
  const { args, clauses: _, ...others } = node
  if (!Array.isArray(args)) return node
  const open = args.filter((arg) => arg !== rest)
  if (open.includes(!rest)) return !rest
  return open.length === 0 ? rest : open.length === 1 ? open[0] : { ...others, args: open }
}

/** A number, a flag, or a name of the rules. */
function isConstant(value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true
  return isRecord(value) && ['value', 'seat', 'zone'].some((key) => typeof value[key] === 'string')
}
