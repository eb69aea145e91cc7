/** Generates queries as lists: immutable arrays of integers. */
import { type Expr, isEnum, isList, listOf, type Query } from '../def/index.js'
import { expect, expr, index, typed, typedIndex } from './expr.js'
import { isSeveral, tokenList } from './filters.js'
import { lineList, rowList } from './board-queries.js'
import { LIST_COST, VARIABLES } from './facts.js'
import { leadingList } from './leading.js'
import type { Linker } from './linker.js'
import { bindItem, constantList, loop } from './loops.js'
import { keptList, lambda, loaded, type Scope, stored, type Value } from './scope.js'
import { quote } from '../def/shape.js'

export function listValue(linker: Linker, scope: Scope, node: Query): Value {
  const constant = constantList(linker, node)
  if (constant !== null)
    return { js: linker.constant(constant.items), type: listOf(constant.type), sure: true, distinct: true }
  switch (node.query) {
    case 'adjacentZones': {
      const adjacent = linker.layout.zones.map((z) => z.adjacent)
      const zone = typedIndex(linker, scope, node.zone, 'zone')
      return { js: `${linker.constant(adjacent)}[${zone}]`, type: 'list zone', sure: true, distinct: true }
    }
    case 'players':
      return presentList(linker, 'seat', (count) => Array.from({ length: count }, (_, seat) => seat))
    case 'zoneFamily': {
      const { families, zones: all } = linker.layout
      const { zones = [] } = families.get(node.family) ?? {}
      return presentList(linker, 'zone', (count) => zones.filter((zone) => all[zone].owner < count))
    }
    case 'ray':
    case 'line':
      return lineList(linker, scope, node)
    case 'boardRow':
    case 'boardColumn':
      return rowList(linker, scope, node)
    case 'leading':
      return { ...leadingList(linker, scope, node), distinct: isDistinct(linker, scope, node) }
    case 'filter':
    case 'collect':
    case 'intsInRange':
    case 'playersFrom':
      return gathered(linker, scope, node)
    case 'take':
      return (
        tokens(linker, scope, node.over, () => typed(linker, scope, node.count, 'number').js) ??
        gathered(linker, scope, node)
      )
    case 'tokensInZone':
    case 'supply':
      return tokens(linker, scope, node, () => '2147483647') ?? gathered(linker, scope, node)
    case 'list':
      return literalList(linker, scope, node.type, node.items)
    case 'connectedZones':
      return connected(linker, scope, node)
    case 'sort':
      return sorted(linker, scope, node)
    case 'reverse': {
      const { js, type, sure, distinct = false } = anyList(linker, scope, node.over)
      linker.meter.note(0, LIST_COST)
      return { js: `reversed(S,${js},${linker.place()})`, type, sure, distinct }
    }
    case 'distinct': {
      const list = anyList(linker, scope, node.over)
      if (list.distinct === true) return list
      linker.meter.note(0, LIST_COST)
      const js = `distinct(S,${list.js},${linker.place()})`
      return { js, type: list.type, sure: list.sure, distinct: true }
    }
    case 'union':
    case 'except':
    case 'concat': {
      const left = anyList(linker, scope, node.left)
      const right = expect(linker, expr(linker, scope, node.right), left.type, node.right)
      const distinct = node.query === 'union' || (node.query === 'except' && left.distinct === true)
      const sure = left.sure && (right.sure || node.query === 'except')
      linker.meter.note(0, LIST_COST)
      const js = `${node.query}(S,${left.js},${right.js},${linker.place()})`
      return { js, type: left.type, sure, distinct }
    }
    default:
      return linker.fail(`${quote(node)} isn't a query.`)
  }
}

function tokens(linker: Linker, scope: Scope, node: Expr, most: () => string): Value | null {
  const js = tokenList(linker, scope, node, most)
  return js === null ? null : { js, type: 'list token', sure: true, distinct: true }
}

export function anyList(linker: Linker, scope: Scope, node: Expr): Value {
  const list = expr(linker, scope, node)
  if (!isList(list.type)) linker.fail(`${quote(node)} isn't a list.`)
  return list
}

/** Generates a fused loop that collects its items into a list. */
function gathered(linker: Linker, scope: Scope, node: Query): Value {
  let type = ''
  let sure = true
  const js = lambda(linker, scope, (inner) => {
    linker.meter.note(0, LIST_COST)
    const text = loop(linker, inner, node, (item) => {
      type = item.type
      sure = item.sure
      return `out.push(${stored(item)});`
    })
    return `const out=[];${text}return out`
  })
  return {
    js,
    type: listOf(type),
    sure: sure || type === 'number',
    distinct: isDistinct(linker, scope, node),
  }
}

/** Returns whether the list is known to have no duplicates. */
function isDistinct(linker: Linker, scope: Scope, node: Expr): boolean {
  if (typeof node !== 'object' || node === null || !('query' in node)) {
    const isName = typeof node === 'object' && node !== null && 'ref' in node && node.ref === 'binding'
    return isName && scope.find(node.name)?.distinct === true
  }
  if (constantList(linker, node) !== null) return true
  switch (node.query) {
    case 'filter':
    case 'take':
    case 'leading':
    case 'sort':
    case 'reverse':
      return isDistinct(linker, scope, node.over)
    case 'tokensInZone':
      return !isSeveral(linker, scope, node.zone) || isDistinct(linker, scope, node.zone)
    case 'except':
      return isDistinct(linker, scope, node.left)
    case 'union':
    case 'distinct':
    case 'supply':
    case 'adjacentZones':
    case 'connectedZones':
    case 'ray':
    case 'line':
    case 'boardRow':
    case 'boardColumn':
    case 'intsInRange':
    case 'players':
    case 'playersFrom':
    case 'zoneFamily':
      return true
    default:
      return false
  }
}

/** Generates a list that depends only on the number of seats that are present: a look-up by it. */
function presentList(linker: Linker, type: string, items: (count: number) => readonly number[]): Value {
  const { present, seats } = linker.layout
  if (present !== null) linker.meter.note(VARIABLES)
  const byCount = [0, ...seats.map((_, i) => i + 1)].map(items)
  const at = present === null ? String(seats.length) : `d[${present.cell}]`
  return { js: `${linker.constant(byCount)}[${at}]`, type: listOf(type), sure: true, distinct: true }
}

function literalList(linker: Linker, scope: Scope, type: string, items: readonly Expr[]): Value {
  linker.layout.size(type)
  const values = items.map((item) => typed(linker, scope, item, type))
  const constants = values.map((v) => v.constant)
  const known = constants.every((c) => c !== undefined)
  if (!known) linker.meter.note(0, LIST_COST)
  const js = known ? linker.constant(constants) : `[${values.map(stored).join(',')}]`
  const distinct = known && new Set(constants).size === constants.length
  return { js, type: listOf(type), sure: type === 'number' || values.every((v) => v.sure), distinct }
}

function sorted(linker: Linker, scope: Scope, node: Extract<Query, { query: 'sort' }>): Value {
  let type = ''
  let sure = false
  const js = lambda(linker, scope, (inner) => {
    linker.meter.note(0, LIST_COST)
    const text = loop(linker, inner, node.over, (item, at) => {
      const { head, within, item: x } = bindItem(linker, at, node.bind, item)
      const by = expr(linker, within, node.by)
      if (by.type !== 'number' && by.type !== 'flag' && !isEnum(by.type))
        linker.fail(`A list can't be sorted by values of the type ${by.type}.`)
      type = item.type
      sure = item.sure
      return `${head}out.push(${stored(x)});keys.push(${stored(by)});`
    })
    return `const out=[],keys=[];${text}return sorted(S,out,keys,${node.order === 'down'},${linker.place()})`
  })
  return { js, type: listOf(type), sure, distinct: isDistinct(linker, scope, node.over) }
}

/** Generates a breadth-first search, so that zones come in order of distance. */
function connected(linker: Linker, scope: Scope, node: Extract<Query, { query: 'connectedZones' }>): Value {
  const { layout } = linker
  const adjacent = linker.constant(layout.zones.map((z) => z.adjacent))
  const js = keptList(linker, scope, (inner) => {
    const from = index(linker, typed(linker, inner, node.zone, 'zone'))
    const steps =
      node.steps === undefined ? String(layout.zones.length) : typed(linker, inner, node.steps, 'number').js
    const body = inner.inner()
    if (typeof node.bind !== 'string') linker.fail(`${quote(node.bind)} isn't a name.`)
    body.bind(node.bind, 'x', 'zone', true)
    linker.meter.note(0, LIST_COST)
    const [to, via] = linker.meter.repeat(layout.zones.length, () =>
      [node.to, node.via].map((test) => (test === undefined ? 'true' : typed(linker, body, test, 'flag').js)),
    ).made
    return (
      `${linker.spend(String(1 + (layout.zones.length >> 4)))}const from=${from},most=${steps};const seen=borrow();seen[from]=1;` +
      // One queue for the whole search: the zones of one distance end before those of the next.
      `const out=[],edge=[from];for(let s=0,e=0;s<most&&e<edge.length;s++)for(const end=edge.length;e<end;e++){` +
      `const near=${adjacent}[edge[e]];${linker.spend('near.length')}for(let i=0;i<near.length;i++){` +
      `const x=near[i];if(seen[x]===1)continue;if(!(${to}))continue;seen[x]=1;out.push(x);if(${via})edge.push(x)}}` +
      `giveBack(seen,from,out);return out`
    )
  })
  return { ...loaded(js, 'list zone', true), distinct: true }
}
