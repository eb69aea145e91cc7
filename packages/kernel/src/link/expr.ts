/** Generates JavaScript expressions from expression nodes. Every name becomes an integer. */
import { ACTION_CLASS, enumType, type Expr, type Reference, rowType } from '../def/index.js'
import { aggregate } from './aggregate.js'
import { boardReference } from './board-queries.js'
import { kindValue } from './filters.js'
import { hoisted } from './hoist.js'
import type { Variable } from '../layout/layout.js'
import type { Linker } from './linker.js'
import { listValue } from './lists.js'
import { operator } from './operators.js'
import { isPolicyExpr, policyExpr } from './policy-expr.js'
import {
  ACTION_VARIABLES,
  ACTOR,
  ANYTHING,
  CONTEXT,
  LIST_COST,
  POSITION,
  TOKENS,
  UNKNOWN_COST,
  VARIABLES,
} from './facts.js'
import { loaded, type Scope, stored, type Value } from './scope.js'
import { supposing } from './supposing.js'
import { quote } from '../def/shape.js'

export function expr(linker: Linker, scope: Scope, node: Expr): Value {
  return linker.deeper(() => anyExpr(linker, scope, node))
}

function anyExpr(linker: Linker, scope: Scope, node: Expr): Value {
  if (typeof node === 'object' && ('call' in node || 'aggregate' in node || 'query' in node))
    return hoisted(linker, scope, node, () => nodeExpr(linker, scope, node))
  return nodeExpr(linker, scope, node)
}

function nodeExpr(linker: Linker, scope: Scope, node: Expr): Value {
  if (typeof node === 'number') return constantValue(node, 'number')
  if (typeof node === 'boolean') return flagConstant(node)
  if ('ref' in node) return reference(linker, scope, node)
  if ('op' in node) return operator(linker, scope, node)
  if ('query' in node) return listValue(linker, scope, node)
  if ('aggregate' in node) return aggregate(linker, scope, node.aggregate)
  if ('if' in node) return conditional(linker, scope, node.if)
  if ('call' in node) return call(linker, scope, node.call, node.args)
  if ('supposing' in node) return supposing(linker, scope, node)
  if (isPolicyExpr(node)) return policyExpr(linker, scope, node)
  return literal(linker, scope, node)
}

export function constantValue(value: number, type: string): Value {
  const js = value < 0 ? `(${value})` : String(value)
  return { js, type, sure: value >= 0, constant: value, repeatable: true }
}

export function flagConstant(value: boolean): Value {
  return { js: String(value), type: 'flag', sure: true, constant: Number(value), repeatable: true }
}

/** Generates an expression and checks its type. */
export function typed(linker: Linker, scope: Scope, node: Expr, type: string): Value {
  const value = expr(linker, scope, node)
  return expect(linker, value, type, node)
}

export function expect(linker: Linker, value: Value, type: string, node: unknown): Value {
  if (value.type === type) return value
  return linker.fail(`${quote(node)} is ${article(value.type)}, but must be ${article(type)}.`)
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

/** Generates an index that must not be none: looking up "no zone" is an error in the rules. */
export function index(linker: Linker, value: Value): string {
  if (value.sure) return value.js
  const { js } = value
  return value.repeatable === true
    ? `(${js}<0?nz(${js},${linker.place()}):${js})`
    : `nz(${js},${linker.place()})`
}

export function typedIndex(linker: Linker, scope: Scope, node: Expr, type: string): string {
  return index(linker, typed(linker, scope, node, type))
}

function literal(linker: Linker, scope: Scope, node: Readonly<Record<string, unknown>>): Value {
  const { layout } = linker
  if (typeof node.seat === 'string') return constantValue(layout.seat(node.seat), 'seat')
  if (typeof node.zone === 'string') return constantValue(layout.zone(node.zone), 'zone')
  if (typeof node.value === 'string' && typeof node.of === 'string') {
    const type = enumType(node.of)
    layout.size(type)
    return constantValue(layout.scalar(type, node.value), type)
  }
  if (typeof node.action === 'string') return constantValue(layout.scalar('action', node.action), 'action')
  if (typeof node.none === 'string') {
    if (node.none === 'number' || node.none === 'flag') linker.fail(`A ${node.none} cannot be none.`)
    layout.size(node.none)
    return constantValue(-1, node.none)
  }
  if ('kinds' in node) return kindValue(linker, scope, node.kinds as never)
  return linker.fail(`${quote(node)} isn't an expression.`)
}

/** What references read; those that are not here read nothing that changes. */
const READS: Readonly<Partial<Record<Reference['ref'], number>>> = {
  actor: ACTOR,
  position: POSITION,
  free: CONTEXT,
  changed: CONTEXT,
  actionClass: CONTEXT,
  option: VARIABLES,
  gvar: VARIABLES,
  pvar: VARIABLES,
  markerState: VARIABLES,
  zoneCount: TOKENS,
  tokenZone: TOKENS,
  tokenProp: TOKENS,
}

function reference(linker: Linker, scope: Scope, node: Reference): Value {
  const { layout } = linker
  linker.meter.note(READS[node.ref] ?? 0)
  switch (node.ref) {
    case 'actor':
      return { js: 'S.actor', type: 'seat', sure: false }
    case 'position':
      linker.meter.note(0, UNKNOWN_COST)
      return { js: 'positionOf(S)', type: 'position', sure: true }
    case 'free':
      return { js: '(S.free!==0)', type: 'flag', sure: true }
    case 'changed':
      return { js: '(S.last!==0)', type: 'flag', sure: true }
    case 'actionClass':
      layout.size(ACTION_CLASS)
      return { js: 'S.actionClass', type: ACTION_CLASS, sure: false }
    case 'option': {
      const list = layout.lists.get(node.option)
      if (list !== undefined) return loaded(`S.lists[${list.index}]`, list.type, true, list.item === 'token')
      const o = layout.options.get(node.option) ?? linker.fail(`There is no option ${quote(node.option)}.`)
      return loaded(`d[${o.cell}]`, o.type, false)
    }
    case 'binding': {
      const b = scope.find(node.name) ?? linker.fail(unknownName(scope, node.name))
      return { ...loaded(b.raw, b.type, b.sure, b.distinct), repeatable: b.repeatable }
    }
    case 'gvar': {
      const v = variable(linker, node.var, 'global')
      return v.list === null ? loaded(`d[${v.cell}]`, v.def.type, false) : listOf(linker, v, String(v.cell))
    }
    case 'pvar': {
      const v = variable(linker, node.var, 'seat')
      if (v.list !== null)
        return listOf(linker, v, listCell(v, index(linker, typed(linker, scope, node.player, 'seat'))))
      return loaded(cell(linker, v.cell, typed(linker, scope, node.player, 'seat')), v.def.type, false)
    }
    case 'markerState': {
      const v = variable(linker, node.marker, 'zone')
      if (v.list !== null)
        return listOf(linker, v, cellOfZone(linker, v, typed(linker, scope, node.space, 'zone')))
      return loaded(
        `d[${cellOfZone(linker, v, typed(linker, scope, node.space, 'zone'))}]`,
        v.def.type,
        false,
      )
    }
    case 'zoneProp': {
      const a =
        layout.attributes.get(node.prop) ?? linker.fail(`Zones have no attribute ${quote(node.prop)}.`)
      return lookup(linker, a, typed(linker, scope, node.zone, 'zone'))
    }
    case 'seatProp': {
      const a = layout.seatProps.get(node.prop) ?? linker.fail(`Seats have no attribute ${quote(node.prop)}.`)
      return lookup(linker, a, typed(linker, scope, node.seat, 'seat'))
    }
    case 'column': {
      const table = layout.tables.get(node.table) ?? linker.fail(`There is no table ${quote(node.table)}.`)
      const column = table.columns.get(node.column)
      if (column === undefined)
        return linker.fail(`The table '${node.table}' has no column ${quote(node.column)}.`)
      return lookup(linker, column, typed(linker, scope, node.row, rowType(node.table)))
    }
    case 'zoneOwner': {
      const owners = { type: 'seat', values: layout.zones.map((z) => z.owner) }
      return lookup(linker, owners, typed(linker, scope, node.zone, 'zone'))
    }
    case 'nextSeat': {
      if (layout.present !== null) {
        linker.meter.note(VARIABLES)
        const last = `d[${layout.present.cell}]-1`
        const seat = typedIndex(linker, scope, node.player, 'seat')
        return { js: `nextOf(${seat},${last})`, type: 'seat', sure: true }
      }
      const following = { type: 'seat', values: layout.seats.map((_, i) => (i + 1) % layout.seats.length) }
      return lookup(linker, following, typed(linker, scope, node.player, 'seat'))
    }
    case 'zoneOf': {
      const family =
        layout.families.get(node.family) ?? linker.fail(`There is no family of zones ${quote(node.family)}.`)
      return lookup(
        linker,
        { type: 'zone', values: family.bySeat },
        typed(linker, scope, node.player, 'seat'),
      )
    }
    case 'zoneCount':
      return {
        js: cell(linker, layout.held, typed(linker, scope, node.zone, 'zone')),
        type: 'number',
        sure: true,
      }
    case 'tokenZone':
      return { js: `zoneOf(S,${typedIndex(linker, scope, node.token, 'token')})`, type: 'zone', sure: true }
    case 'tokenProp':
      return tokenProp(linker, scope, node.token, node.prop)
    case 'zoneToward':
    case 'opposite':
    case 'boardCell':
      return boardReference(linker, scope, node)
    default:
      return linker.fail(`${quote(node)} isn't a reference.`)
  }
}

function unknownName(scope: Scope, name: unknown): string {
  const known = scope.known()
  return `The name ${quote(name)} is not bound here${known.length > 0 ? `. The names in scope are ${known.join(', ')}` : ''}.`
}

/** Generates the items of a list variable, whose cells begin here. */
function listOf(linker: Linker, { def, list }: Variable, at: string): Value {
  linker.meter.note(0, LIST_COST)
  return { js: `readList(S,${at},${linker.constant(list)})`, type: def.type, sure: true }
}

/** Generates the first cell of a seat's list. */
export function listCell({ cell: first, list }: Variable, seat: string): string {
  return `${first}+${list?.stride ?? 1}*(${seat})`
}

export function variable(linker: Linker, id: string, scope: 'global' | 'seat' | 'zone') {
  const v = linker.layout.variables.get(id) ?? linker.fail(`There is no variable ${quote(id)}.`)
  if (v.def.scope !== scope) linker.fail(`The variable '${id}' has the scope ${v.def.scope}, not ${scope}.`)
  if (v.def.during !== undefined) linker.meter.note(ACTION_VARIABLES)
  return v
}

/** Generates the cell of a zone's variable. */
export function cellOfZone(linker: Linker, { cellOf }: Variable, zone: Value): string {
  const known = knownIndex(zone)
  return known === null ? `${linker.constant(cellOf)}[${index(linker, zone)}]` : String(cellOf[known])
}

export function cell(linker: Linker, base: number, at: Value): string {
  const known = knownIndex(at)
  return known === null ? `d[${base}+${index(linker, at)}]` : `d[${base + known}]`
}

/** An index that is known while linking; null if it is known only in play, or if it is none. */
export function knownIndex({ constant }: Value): number | null {
  return constant === undefined || constant < 0 ? null : constant
}

/** Generates a lookup in a constant table. */
export function lookup(
  linker: Linker,
  column: { type: string; values: readonly (number | readonly number[])[] },
  at: Value,
): Value {
  const { type, values } = column
  const known = knownIndex(at)
  if (known !== null) {
    const value = values[known]
    if (typeof value !== 'number') return { js: linker.constant(value), type, sure: true }
    return type === 'flag' ? flagConstant(value !== 0) : constantValue(value, type)
  }
  const sure = !values.includes(-1) || type === 'number'
  return loaded(`${linker.constant(values)}[${index(linker, at)}]`, type, sure)
}

function tokenProp(linker: Linker, scope: Scope, token: Expr, id: string): Value {
  const { layout } = linker
  const p = layout.props.get(id) ?? linker.fail(`Tokens have no property ${quote(id)}.`)
  const t = typedIndex(linker, scope, token, 'token')
  const byKind = p.lists ?? p.values
  if (p.changes) return loaded(`${linker.constant(byKind)}[kindOf(S,${t})]`, p.type, false)
  const byToken = layout.typeOf.map((type) => byKind[layout.types[type].kind])
  return loaded(`${linker.constant(byToken)}[${t}]`, p.type, !byToken.includes(-1))
}

function conditional(linker: Linker, scope: Scope, node: { when: Expr; then: Expr; else: Expr }): Value {
  const when = typed(linker, scope, node.when, 'flag')
  const a = expr(linker, scope, node.then)
  const b = expect(linker, expr(linker, scope, node.else), a.type, node.else)
  const [yes, no] = [linker.took(node, 'then', a.js), linker.took(node, 'else', b.js)]
  return { js: `(${when.js}?${yes}:${no})`, type: a.type, sure: a.sure && b.sure }
}

function call(linker: Linker, scope: Scope, id: string, args: readonly Expr[]): Value {
  const at = linker.functionIndex.get(id) ?? linker.fail(`There is no function ${quote(id)}.`)
  const f = linker.functions[at]
  const given = argumentList(linker, scope, `The function '${id}'`, f.params, args)
  const { sure = false, distinct = false, facts } = linker.results[at] ?? {}
  linker.meter.note(facts?.reads ?? ANYTHING, facts?.cost ?? UNKNOWN_COST)
  return { js: `${linker.called('f', at)}(${['S', ...given].join(',')})`, type: f.returns, sure, distinct }
}

/** Generates arguments in stored form, checked against the parameters. */
export function argumentList(
  linker: Linker,
  scope: Scope,
  what: string,
  params: readonly { readonly name: string; readonly type: string }[],
  args: readonly Expr[] | undefined,
): string[] {
  return argumentValues(linker, scope, what, params, args).map(stored)
}

export function argumentValues(
  linker: Linker,
  scope: Scope,
  what: string,
  params: readonly { readonly name: string; readonly type: string }[],
  args: readonly Expr[] | undefined,
): Value[] {
  const given = args === undefined ? [] : args
  if (given.length !== params.length)
    linker.fail(`${what} takes ${params.length} argument(s), but the call has ${given.length}.`)
  return given.map((a, i) => typed(linker, scope, a, params[i].type))
}
