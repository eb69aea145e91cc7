/** Any rule of a GameDef as the tree it is. What is printed can stand in a `yaml` block instead of the rule. */
import type { Block, FunctionDef, GameDef, ParameterDef, ProcedureDef } from '@ludoforge/kernel'
import { type Data, printYaml } from './print.js'

/**
 * All functions, procedures, actions and set-ups, or those called `ruleId` or that belong to that rule of the
 * rulebook. Empty if there is none. Order is kept among procedures and among actions.
 */
export function expand(def: GameDef, ruleId?: string): string {
  const wanted = ({ id, rule }: { readonly id: string; readonly rule?: string }): boolean =>
    ruleId === undefined || ruleId === id || ruleId === rule
  const functions = def.functions.filter(wanted).map(functionData)
  const procedures = def.procedures
    .filter((one) => one.kind !== 'action' && wanted(one))
    .map((one) => procedureData(def, one))
  const actions = def.procedures
    .filter((one) => one.kind === 'action' && wanted(one))
    .map((one) => procedureData(def, one))
  const setups = ruleId === undefined || ruleId === 'setup' ? setupData(def) : []
  const sections = { functions, procedures: [...procedures, ...setups], actions }
  return Object.entries(sections)
    .filter(([, items]) => items.length > 0)
    .map(([key, items]) => `${key}:\n${items.map((item) => `  - ${printItem(item)}\n`).join('')}`)
    .join('\n')
}

/** A declaration is always a block, so that its id stands at the beginning of a line of its own. */
function printItem(item: Fields): string {
  return Object.entries(item)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => printYaml({ [key]: value }, 4).replace(/^\{ (.*) \}$/s, '$1'))
    .join('\n    ')
}

type Fields = Readonly<Record<string, Data | undefined>>

function functionData({ id, rule, params, returns, body }: FunctionDef): Fields {
  return { id, rule, params: paramData(params), returns, body: plain(body) }
}

function procedureData(def: GameDef, procedure: ProcedureDef): Fields {
  const { id, title, rule, by, class: cls, tags, params, requires, offers, gives, body } = procedure
  return {
    id,
    ...tieData(def, procedure),
    title: title === undefined ? undefined : plain(title),
    rule,
    by: some(by),
    class: cls,
    tags: some(tags),
    params: paramData(params),
    requires: some(requires.map(({ when }) => ({ when: plain(when) }))),
    offers: offers === undefined ? undefined : plain(offers),
    gives,
    effects: plain(body),
  }
}

/** The word under which tokens have the action, and which types of them. */
function tieData(def: GameDef, { id, kind }: ProcedureDef): Fields {
  if (kind !== 'action') return {}
  for (const word of def.properties.filter(({ type }) => type === 'action')) {
    const of = def.tokens.filter(({ props }) => props[word.id] === id).map((token) => token.id)
    if (of.length > 0) return { as: word.id, of: of.length === 1 ? of[0] : of }
  }
  return {}
}

const some = (items: readonly Data[]): Data | undefined => (items.length === 0 ? undefined : items)

const paramData = (params: readonly ParameterDef[]): Data | undefined =>
  some(
    params.map(({ name, type, otherwise }) => ({
      name,
      type,
      otherwise: otherwise === undefined ? undefined : plain(otherwise),
    })),
  )

/** What data declares is set up without a place in the rules; it comes back with the data. */
function setupData(def: GameDef): Fields[] {
  const placed = def.procedures.some(({ src }) => src !== undefined)
  const own = (block: Block): Block => (placed ? block.filter(({ src }) => src !== undefined) : block)
  const all = own(def.setup)
  const scenarios = def.scenarios
    .map(({ id, setup }) => ({ setup: id, effects: own(setup) }))
    .filter(({ effects }) => effects.length > 0)
    .map(({ setup, effects }) => ({ setup, effects: plain(effects) }))
  return [...(all.length === 0 ? [] : [{ setup: true, effects: plain(all) }]), ...scenarios]
}

/** A node without its place; a bound name in short. */
function plain(node: unknown): Data {
  if (Array.isArray(node)) return node.map(plain)
  if (typeof node !== 'object' || node === null) return node as string | number | boolean
  const fields = Object.entries(node).filter(
    ([key, value]) =>
      key !== 'src' && key !== 'clauses' && !(key === 'filter' && Array.isArray(value) && value.length === 0),
  )
  const { ref, name } = node as { ref?: unknown; name?: unknown }
  if (ref === 'binding' && typeof name === 'string') return `$${name}`
  return Object.fromEntries(fields.map(([key, value]) => [key, plain(value)]))
}
