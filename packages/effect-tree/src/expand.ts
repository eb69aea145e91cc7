/** Prints rules of a GameDef as effect trees. The output can replace the rule in a `yaml` block. */
import type { Block, DefinitionName, GameDef, ProcedureDef } from '@ludoforge/kernel'
import { stripSources } from '@ludoforge/kernel'
import { followersOf } from '@ludoforge/compiler/files'
import { type Data, printYaml } from './print-yaml.js'
import { rowOf } from './rows.js'

/**
 * Prints all functions, procedures, actions and set-ups, or those with the name or rule number `ruleId`.
 * Returns an empty text if there is none. Keeps the order of procedures and of actions.
 */
export function expand(def: GameDef, ruleId?: string): string {
  const wanted = ({ id, rule }: { readonly id: string; readonly rule?: string }): boolean =>
    ruleId === undefined || ruleId === id || ruleId === rule
  const printed = (procedure: ProcedureDef): string =>
    printItem(procedureData(def, procedure)) + followersNote(def, procedure)
  const functions = def.functions.filter(wanted).map((one) => printItem(fieldsOf('FunctionDef', one)))
  const procedures = def.procedures.filter((one) => one.kind !== 'action' && wanted(one)).map(printed)
  const actions = def.procedures.filter((one) => one.kind === 'action' && wanted(one)).map(printed)
  const setups = (ruleId === undefined || ruleId === 'setup' ? setupData(def) : []).map(printItem)
  const sections = { functions, procedures: [...procedures, ...setups], actions }
  return Object.entries(sections)
    .filter(([, items]) => items.length > 0)
    .map(([key, items]) => `${key}:\n${items.join('')}`)
    .join('\n')
}

/** A comment with the rules that follow an announced one. */
function followersNote(def: GameDef, procedure: ProcedureDef): string {
  const followers = followersOf(def, procedure).map(({ id, rule }) =>
    rule === undefined ? id : `${rule} (${id})`,
  )
  return followers.length === 0 ? '' : `    # then ${followers.join(', ')}\n`
}

/** Prints a declaration as an item of a list, so that its id starts a line. */
function printItem(item: Fields): string {
  const fields = Object.entries(item)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => printYaml({ [key]: value }, 4).replace(/^\{ (.*) \}$/s, '$1'))
    .join('\n    ')
  return `  - ${fields}\n`
}

type Fields = Readonly<Record<string, Data | undefined>>

/** The non-empty fields of a declaration, in the order of the table. */
function fieldsOf(name: DefinitionName, declaration: object): Fields {
  const given = new Map(Object.entries(plain(declaration) ?? {}))
  return Object.fromEntries(
    rowOf(name).fields.flatMap((field) => {
      const value = given.get(field.name)
      return value === undefined || isEmpty(value) ? [] : [[field.name, value]]
    }),
  )
}

/** Omits `kind`: the section shows an action, and `offers` a window. */
function procedureData(def: GameDef, procedure: ProcedureDef): Fields {
  const { id, kind: _, body = [], ...fields } = fieldsOf('ProcedureDef', procedure)
  return { id, ...tieData(def, procedure), ...fields, effects: body }
}

/** The word of a token's action, and its types of token. */
function tieData(def: GameDef, { id, kind }: ProcedureDef): Fields {
  if (kind !== 'action') return {}
  for (const word of def.properties.filter(({ type }) => type === 'action')) {
    const of = def.tokens.filter(({ props }) => props[word.id] === id).map((token) => token.id)
    if (of.length > 0) return { as: word.id, of: of.length === 1 ? of[0] : of }
  }
  return {}
}

/** Skips set-up effects without a source: they come from data. */
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

/** A node without sources, with bound names in their short form. */
const plain = (node: object): Data => short(stripSources(node))

function short(node: unknown): Data {
  if (Array.isArray(node)) return node.map(short)
  if (typeof node !== 'object' || node === null) return node as string | number | boolean
  if ('ref' in node && node.ref === 'binding' && 'name' in node) return `$${String(node.name)}`
  const kept = Object.entries(node).filter(([key, value]) => key !== 'filter' || !isEmpty(value))
  return Object.fromEntries(kept.map(([key, value]) => [key, short(value)]))
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0
