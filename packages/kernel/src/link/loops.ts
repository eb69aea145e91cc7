/**
 * Loop fusion: loops over a query without building its list. Filters, mappings and limits are fused into the loop over
 * their operand.
 */
import { enumType, type Expr, isList, itemOf, listOf, type Query, rowType } from '../def/index.js'
import { expect, expr, index, typed, typedIndex } from './expr.js'
import { LIST_COST, POSITION, USUAL_ROUNDS, VARIABLES } from './facts.js'
import { tokenLoop } from './filters.js'
import { constantLine } from './board-queries.js'
import { aroundLoop } from './hoist.js'
import { leadingLoop } from './leading.js'
import type { Linker } from './linker.js'
import { named, type Scope, stored, type Value } from './scope.js'
import { quote } from '../def/shape.js'
import { usesName } from '../def/uses.js'

/** Code with which the body of a loop continues with the next item, or ends the whole loop. */
interface Exits {
  readonly next: string
  readonly stop: string
}

export type LoopBody = (item: Value, scope: Scope, exits: Exits) => string

/** Returns the items of a constant query, or null for other nodes. */
export function constantList(linker: Linker, node: Expr): { items: readonly number[]; type: string } | null {
  if (typeof node !== 'object' || !('query' in node)) return null
  const { layout } = linker
  const query = node
  switch (query.query) {
    case 'mapSpaces':
      return { items: layout.zoneOrder.filter((z) => layout.zones[z].def.space), type: 'zone' }
    case 'zoneFamily': {
      const family = layout.families.get(query.family)
      if (family === undefined) return linker.fail(`There is no family of zones ${quote(query.family)}.`)
      if (layout.present !== null && family.bySeat.some((zone) => zone >= 0)) return null
      return { items: family.zones, type: 'zone' }
    }
    case 'players':
      if (layout.present !== null && query.all !== true) return null
      return { items: layout.seats.map((_, i) => i), type: 'seat' }
    case 'values': {
      const type = enumType(query.of)
      return { items: Array.from({ length: layout.size(type) }, (_, i) => i), type }
    }
    case 'rows': {
      const type = rowType(query.table)
      return { items: Array.from({ length: layout.size(type) }, (_, i) => i), type }
    }
    case 'actions': {
      const fits = (i: number): boolean => {
        const p = linker.def.procedures[i]
        if (query.class !== undefined && p.class !== query.class) return false
        return query.tag === undefined || p.tags.includes(query.tag)
      }
      return { items: layout.actions.filter(fits), type: 'action' }
    }
    case 'boardRow':
    case 'boardColumn': {
      const items = constantLine(linker, query)
      return items === null ? null : { items, type: 'zone' }
    }
    case 'union': {
      const [left, right] = [constantList(linker, query.left), constantList(linker, query.right)]
      if (left === null || right === null || left.type !== right.type) return null
      return { items: [...new Set([...left.items, ...right.items])], type: left.type }
    }
    default:
      return null
  }
}

export function loop(linker: Linker, scope: Scope, node: Expr, body: LoopBody): string {
  return linker.deeper(() =>
    aroundLoop(linker, scope, body, (inside) => anyLoop(linker, scope, node, inside)),
  )
}

function anyLoop(linker: Linker, scope: Scope, node: Expr, body: LoopBody): string {
  const constant = constantList(linker, node)
  if (constant !== null) return constantLoop(linker, scope, constant.items, constant.type, body)
  const query = typeof node === 'object' && 'query' in node ? node : null
  switch (query?.query) {
    case 'filter':
      if (linker.coverage === null && isFiltered(query.over) && looksUp(query.where))
        return loop(linker, scope, { ...query.over, over: { ...query, over: query.over.over } }, body)
      return filterLoop(linker, scope, query, body)
    case 'collect':
      return loop(linker, scope, query.over, (item, inner, exits) => {
        const { head, within } = bindItem(linker, inner, query.bind, item)
        const value = expr(linker, within, query.value)
        if (isList(value.type)) {
          const each: LoopBody = (one, at, own) => body(one, at, { next: own.next, stop: exits.stop })
          return `${head}${arrayLoop(linker, inner, value.js, itemOf(value.type), each, value.sure)}`
        }
        const y = linker.name('x')
        return `${head}const ${y}=${stored(value)};${body(named(y, value.type, value.sure), inner, exits)}`
      })
    case 'take': {
      const n = linker.name('n')
      const count = typed(linker, scope, query.count, 'number')
      const text = loop(linker, scope, query.over, (item, inner, exits) => {
        return `if(${n}--<=0)${exits.stop};${body(item, inner, exits)}`
      })
      return `let ${n}=${count.js};${text}`
    }
    case 'except': {
      const { head, type, has } = members(linker, scope, query.right)
      const text = loop(linker, scope, query.left, (item, inner, exits) => {
        const { head: first, item: x } = bindItem(linker, inner, 'it', item)
        expect(linker, { ...item, type: listOf(item.type) }, type, query.left)
        return `${first}if(${has(stored(x))})${exits.next};${body(x, inner, exits)}`
      })
      return head + text
    }
    case 'leading':
      return leadingLoop(linker, scope, query, body)
    case 'tokensInZone':
      return tokenLoop(linker, scope, query.zone, query.filter, body)
    case 'adjacentZones': {
      const adjacent = linker.layout.zones.map((z) => z.adjacent)
      const zone = typedIndex(linker, scope, query.zone, 'zone')
      return arrayLoop(linker, scope, `${linker.constant(adjacent)}[${zone}]`, 'zone', body, true)
    }
    case 'intsInRange': {
      const [x, end, label] = [linker.name('x'), linker.name('e'), linker.name('L')]
      const min = typed(linker, scope, query.min, 'number').js
      const max = typed(linker, scope, query.max, 'number').js
      const { made: inside, facts } = linker.meter.repeat(USUAL_ROUNDS, () =>
        body(named(x, 'number', true), scope.inner(), exitsOf(label)),
      )
      const fuel = linker.spend('1', facts.size)
      return `${label}:for(let ${x}=${min},${end}=${max};${x}<=${end};${x}=${x}+1){${fuel}${inside}}`
    }
    case 'playersFrom': {
      const { seats, present } = linker.layout
      const n = seats.length
      if (present !== null) return presentLoop(linker, scope, query.player, present.cell, body)
      const [x, i, first, label] = [linker.name('x'), linker.name('i'), linker.name('e'), linker.name('L')]
      const from = index(linker, typed(linker, scope, query.player, 'seat'))
      const { made: inside, facts } = linker.meter.repeat(n, () =>
        body(named(x, 'seat', true), scope.inner(), exitsOf(label)),
      )
      return `const ${first}=${from};${linker.spend(String(n), facts.size)}${label}:for(let ${i}=0;${i}<${n};${i}++){const ${x}=(${first}+${i})%${n};${inside}}`
    }
    default: {
      const list = expr(linker, scope, node)
      if (!isList(list.type)) linker.fail(`${quote(node)} isn't a list.`)
      return arrayLoop(linker, scope, list.js, itemOf(list.type), body, list.sure)
    }
  }
}

/** A loop over the seats that are present, from one of them. From an absent one: from the first. */
function presentLoop(linker: Linker, scope: Scope, player: Expr, cell: number, body: LoopBody): string {
  linker.meter.note(VARIABLES)
  const [x, i, n, first, label] = ['x', 'i', 'n', 'e', 'L'].map((prefix) => linker.name(prefix))
  const from = index(linker, typed(linker, scope, player, 'seat'))
  const { made: inside, facts } = linker.meter.repeat(USUAL_ROUNDS, () =>
    body(named(x, 'seat', true), scope.inner(), exitsOf(label)),
  )
  const each = `for(let ${i}=0;${i}<${n};${i}++){const ${x}=((${first}<${n}?${first}:0)+${i})%${n};${inside}}`
  return `const ${n}=d[${cell}],${first}=${from};${linker.spend(n, facts.size)}${label}:${each}`
}

/**
 * A condition that does not depend on the item is evaluated once, where it comes in the order of the conditions. If it
 * does not hold, nothing is left to look for.
 */
function filterLoop(linker: Linker, scope: Scope, query: Filter, body: LoopBody): string {
  const { bind, where, over } = query
  const steady =
    linker.coverage === null ? conjuncts(where).map((one) => !usesName(one, new Set([bind]))) : []
  let flags = ''
  const text = loop(linker, scope, over, (item, inner, exits) => {
    const { head, within, item: x } = bindItem(linker, inner, bind, item)
    if (!steady.includes(true))
      return `${head}if(!${typed(linker, within, where, 'flag').js})${exits.next};${body(x, inner, exits)}`
    const tests = conjuncts(where).map((one, i) => {
      const { made, facts } = linker.meter.measure(() => typed(linker, within, one, 'flag'))
      if (!steady[i] || (facts.reads & ~POSITION) !== 0) return `if(!${made.js})${exits.next};`
      if (facts.cost < WORTH_A_FLAG) return `if(!${made.js})${exits.stop};`
      const held = linker.name('h')
      flags += `let ${held}=false;`
      return `if(!${held}){if(!${made.js})${exits.stop};${held}=true}`
    })
    return `${head}${tests.join('')}${body(x, inner, exits)}`
  })
  return flags + text
}

/** What costs less is evaluated as fast as it is remembered. */
const WORTH_A_FLAG = 4

type Filter = Extract<Query, { query: 'filter' }>

function conjuncts(where: Expr): readonly Expr[] {
  return typeof where === 'object' && 'op' in where && where.op === 'and' ? where.args : [where]
}

function isFiltered(node: Expr): node is Filter {
  return typeof node === 'object' && 'query' in node && node.query === 'filter'
}

/** Returns whether a condition only tests membership in an existing list. Such a cheap test runs first. */
function looksUp(where: Expr): boolean {
  if (typeof where !== 'object' || !('op' in where)) return false
  if (where.op === 'not') return looksUp(where.arg)
  return (
    where.op === 'in' && typeof where.set === 'object' && 'ref' in where.set && where.set.ref === 'binding'
  )
}

/** Generates a membership test. A few names are compared one by one. */
function members(
  linker: Linker,
  scope: Scope,
  node: Expr,
): { readonly head: string; readonly type: string; readonly has: (item: string) => string } {
  if (typeof node === 'object' && 'query' in node && node.query === 'list' && Array.isArray(node.items)) {
    const items = node.items.map((item) => typed(linker, scope, item, node.type))
    if (items.length > 0 && items.length <= MOST_COMPARED && items.every((item) => item.repeatable))
      return {
        head: '',
        type: listOf(node.type),
        has: (x) => items.map((item) => `${x}===${stored(item)}`).join('||'),
      }
  }
  const list = expr(linker, scope, node)
  const r = linker.name('r')
  linker.meter.note(0, LIST_COST)
  const has = (x: string): string => `has(S,${r},${x},${linker.place()})`
  return { head: `const ${r}=${list.js};`, type: list.type, has }
}

const MOST_COMPARED = 3

export function exitsOf(label: string): Exits {
  return { next: `continue ${label}`, stop: `break ${label}` }
}

/** Binds the item's name in a new scope. The code that computes the item runs once. */
export function bindItem(linker: Linker, scope: Scope, bind: string, item: Value) {
  const inner = scope.inner()
  let raw = stored(item)
  let head = ''
  if (item.repeatable !== true) {
    const x = linker.name('x')
    head = `const ${x}=${raw};`
    raw = x
  }
  if (typeof bind !== 'string') linker.fail(`${quote(bind)} isn't a name.`)
  inner.bind(bind, raw, item.type, item.sure)
  return { head, within: inner, item: named(raw, item.type, item.sure) }
}

function constantLoop(
  linker: Linker,
  scope: Scope,
  items: readonly number[],
  type: string,
  body: LoopBody,
): string {
  const [x, label] = [linker.name('x'), linker.name('L')]
  const { made: inside, facts } = linker.meter.repeat(items.length, () =>
    body(named(x, type, true), scope.inner(), exitsOf(label)),
  )
  const first = items[0] ?? 0
  const fuel = linker.spend(String(items.length), facts.size)
  if (items.every((v, i) => v === first + i)) {
    const end = first + items.length
    return `${fuel}${label}:for(let ${x}=${first};${x}<${end};${x}++){${inside}}`
  }
  const i = linker.name('i')
  const array = linker.constant(items)
  const head = `for(let ${i}=0;${i}<${items.length};${i}++)`
  return `${fuel}${label}:${head}{const ${x}=${array}[${i}];${inside}}`
}

/** Generates a loop over an existing array. */
export function arrayLoop(
  linker: Linker,
  scope: Scope,
  array: string,
  type: string,
  body: LoopBody,
  sure: boolean, // no item is none
): string {
  const [x, i, a, label] = [linker.name('x'), linker.name('i'), linker.name('a'), linker.name('L')]
  const { made: inside, facts } = linker.meter.repeat(USUAL_ROUNDS, () =>
    body(named(x, type, sure), scope.inner(), exitsOf(label)),
  )
  const fuel = linker.spend(`${a}.length`, facts.size)
  const head = `const ${a}=${array};${fuel}${label}:for(let ${i}=0;${i}<${a}.length;${i}++)`
  return `${head}{const ${x}=${a}[${i}];${inside}}`
}
