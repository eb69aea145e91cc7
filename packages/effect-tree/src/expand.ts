/** Any rule of a GameDef as the tree it is. What is printed can stand in a `yaml` block instead of the rule. */
import type { Block, DefinitionName, GameDef, ProcedureDef } from '@ludoforge/kernel'
import { stripSources } from '@ludoforge/kernel'
import { type Data, printYaml } from './print-yaml.js'
import { rowOf } from './rows.js'

/**
 * All functions, procedures, actions and set-ups, or those called `ruleId` or that belong to that rule of the
 * rulebook. Empty if there is none. Order is kept among procedures and among actions.
 */
export function expand(def: GameDef, ruleId?: string): string {
  const wanted = ({ id, rule }: { readonly id: string; readonly rule?: string }): boolean =>
    ruleId === undefined || ruleId === id || ruleId === rule
  const functions = def.functions.filter(wanted).map((one) => fieldsOf('FunctionDef', one))
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

/** The fields of a declaration, in the order of the table; what is empty is not printed. */
function fieldsOf(name: DefinitionName, declaration: object): Fields {
  const given = new Map(Object.entries(plain(declaration) ?? {}))
  return Object.fromEntries(
    rowOf(name).fields.flatMap((field) => {
      const value = given.get(field.name)
      return value === undefined || isEmpty(value) ? [] : [[field.name, value]]
    }),
  )
}

/** Whether it is an action or a window shows by where it stands and what it offers. */
function procedureData(def: GameDef, procedure: ProcedureDef): Fields {
  const { id, kind: _, body = [], ...fields } = fieldsOf('ProcedureDef', procedure)
  return { id, ...tieData(def, procedure), ...fields, effects: body }
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

/** A node without its places; a bound name in short. */
const plain = (node: object): Data => short(stripSources(node))

function short(node: unknown): Data {
  if (Array.isArray(node)) return node.map(short)
  if (typeof node !== 'object' || node === null) return node as string | number | boolean
  if ('ref' in node && node.ref === 'binding' && 'name' in node) return `$${String(node.name)}`
  const kept = Object.entries(node).filter(([key, value]) => key !== 'filter' || !isEmpty(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, short(value)]))
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0
