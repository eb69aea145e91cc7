/** Generates token filters: counting reads the count table, finding scans the runs of matching token numbers. */
import { type Expr, type Filter, isList } from '../def/index.js'
import { cell, constantValue, expr, index, knownIndex, typed } from './expr.js'
import { LIST_COST, TOKENS, USUAL_ROUNDS } from './facts.js'
import type { KindSet, KindTable } from '../layout/kinds.js'
import type { Linker } from './linker.js'
import { arrayLoop, constantList, loop, type LoopBody } from './loops.js'
import { lambda, named, type Scope, type Value } from './scope.js'
import { quote } from '../def/shape.js'

type Kinds = { readonly set: KindSet } | { readonly id: string } // id: code of a set's number

function kindsOf(linker: Linker, scope: Scope, filter: Filter): Kinds {
  const resolved = linker.kinds.resolve(filter)
  if (!('table' in resolved)) return { set: resolved }
  return { id: tableLookup(linker, scope, resolved) }
}

/** Generates the lookup of a set's number, for a filter with leaves. */
function tableLookup(linker: Linker, scope: Scope, entry: KindTable): string {
  let at = ''
  for (const leaf of entry.leaves) {
    const value = typed(linker, scope, leaf.expr, leaf.type)
    let digit: string
    if (leaf.classes === 0) digit = index(linker, value)
    else if (leaf.numbers !== null) digit = `classOf(${linker.constant(leaf.numbers)},${value.js})`
    else if (leaf.type === 'flag') digit = `(${value.js}?2:1)`
    else digit = `(${value.js}+1)`
    at = at === '' ? digit : `(${at}*${leaf.classes}+${digit})`
  }
  // Refers to the entry, not to its table: tables grow while linking, and equal constants are shared.
  return `${linker.constant(entry)}.table[${at}]`
}

/**
 * Generates the number of a set. What is linked after the rules adds sets in any order, so their numbers are constants: the
 * same expression always becomes the same text, which a module looks up.
 */
function setNumber(linker: Linker, kinds: Kinds): string {
  if ('id' in kinds) return kinds.id
  const { set } = kinds
  return linker.kinds.isAdded(set) ? linker.constant(set.id) : String(set.id)
}

export function kindValue(linker: Linker, scope: Scope, filter: Filter): Value {
  const kinds = kindsOf(linker, scope, filter)
  if ('set' in kinds && !linker.kinds.isAdded(kinds.set)) return constantValue(kinds.set.id, 'kind')
  return { js: setNumber(linker, kinds), type: 'kind', sure: true }
}

/** Generates the test whether a token matches. None doesn't. */
export function kindTest(linker: Linker, scope: Scope, filter: Filter, token: Value): string {
  const kinds = kindsOf(linker, scope, filter)
  linker.meter.note(TOKENS)
  const has = 'set' in kinds ? linker.constant(kinds.set.has) : `KS[${kinds.id}].has`
  return `isKind(S,${token.js},${has})`
}

/** Generates the number of matching tokens in one or several zones, from the count table. */
export function countTokens(linker: Linker, scope: Scope, where: Expr, filter: Filter): string {
  if (!isSeveral(linker, scope, where)) return countIn(linker, scope, oneZone(linker, scope, where), filter)
  return lambda(linker, scope, (inner) => {
    const text = zoneLoop(linker, inner, where, (item, at) => `n+=${countIn(linker, at, item, filter)};`)
    return `let n=0;${text}return n`
  })
}

/** Generates the test whether there is a matching token. */
export function someTokens(linker: Linker, scope: Scope, where: Expr, filter: Filter): string {
  if (!isSeveral(linker, scope, where)) return `(${countTokens(linker, scope, where, filter)}>0)`
  return lambda(linker, scope, (inner) => {
    const text = zoneLoop(
      linker,
      inner,
      where,
      (item, at) => `if(${countIn(linker, at, item, filter)}>0)return true;`,
    )
    return `${text}return false`
  })
}

/** Returns whether an expression is a list. Judges by its shape: linking it would link its inside twice. */
export function isSeveral(linker: Linker, scope: Scope, node: Expr): boolean {
  if (typeof node !== 'object') return false
  if ('query' in node) return true
  if ('if' in node) return isSeveral(linker, scope, node.if.then)
  return givesList(linker, scope, node)
}

function givesList({ layout, functions, functionIndex }: Linker, scope: Scope, node: Expr): boolean {
  if (typeof node !== 'object') return false
  if ('call' in node) return isList(functions[functionIndex.get(node.call) ?? -1]?.returns ?? '')
  if (!('ref' in node)) return false
  switch (node.ref) {
    case 'binding':
      return isList(scope.find(node.name)?.type ?? '')
    case 'option':
      return layout.lists.has(node.option)
    case 'zoneProp':
      return isList(layout.attributes.get(node.prop)?.type ?? '')
    case 'seatProp':
      return isList(layout.seatProps.get(node.prop)?.type ?? '')
    case 'tokenProp':
      return isList(layout.props.get(node.prop)?.type ?? '')
    case 'column':
      return isList(layout.tables.get(node.table)?.columns.get(node.column)?.type ?? '')
    default:
      return false
  }
}

function oneZone(linker: Linker, scope: Scope, where: Expr): Value {
  return isZone(linker, expr(linker, scope, where), where)
}

function isZone(linker: Linker, value: Value, where: Expr): Value {
  if (value.type !== 'zone') linker.fail(`${quote(where)} is neither a zone nor a list of zones.`)
  return value
}

function zoneLoop(linker: Linker, scope: Scope, where: Expr, body: LoopBody): string {
  return loop(linker, scope, where, (item, inner, exits) => body(isZone(linker, item, where), inner, exits))
}

const MOST_READS = 10

function countIn(linker: Linker, scope: Scope, zone: Value, filter: Filter): string {
  const { layout } = linker
  const kinds = kindsOf(linker, scope, filter)
  linker.meter.note(TOKENS)
  const z = index(linker, zone)
  if ('id' in kinds) return `countKinds(S,${z},KS[${kinds.id}])`
  const { set } = kinds
  const everything = set.pieces.length + set.cards.length === layout.kinds
  if (everything) return cell(linker, layout.held, zone)
  const any = (): string => `countKinds(S,${z},KS[${setNumber(linker, kinds)}])`
  const reads = set.camps.length + set.rest.length
  if (set.cards.length > 0) {
    if (reads === 0 || reads > MOST_READS || zone.repeatable !== true) return any()
    return `(${z}<${layout.pieceZones}?${sumOfCells(linker, set, zone, zone.js)}:${any()})`
  }
  if (reads === 0) return '0'
  if (reads === 1 || (reads <= MOST_READS && zone.repeatable === true))
    return sumOfCells(linker, set, zone, z)
  return any()
}

/** `first` is the code of the zone where it is read first, and checked. */
function sumOfCells(linker: Linker, set: KindSet, zone: Value, first: string): string {
  const { layout } = linker
  const { count, countRow, pieceKinds, camp, campRow, camps, pieceZones, zones } = layout
  const known = knownIndex(zone)
  const read = (begin: number, width: number, rows: readonly number[], item: number, at: string): string => {
    if (known !== null) return `d[${rows[known] + item}]`
    const row = pieceZones === zones.length ? `${begin}+${at}*${width}` : `${linker.constant(rows)}[${at}]`
    return `d[${row}+${item}]`
  }
  const cells = [
    ...set.camps.map((c) => (at: string) => read(camp, camps, campRow, c, at)),
    ...set.rest.map((q) => (at: string) => read(count, pieceKinds, countRow, q, at)),
  ]
  linker.meter.note(TOKENS, cells.length)
  const reads = cells.map((of, i) => of(i === 0 ? first : zone.js))
  return reads.length === 1 ? reads[0] : `(${reads.join('+')})`
}

/** Generates the number of matching tokens in the supply of their type. */
export function countSupply(linker: Linker, scope: Scope, filter: Filter): string {
  const { layout } = linker
  linker.meter.note(TOKENS, MOST_READS)
  const kinds = kindsOf(linker, scope, filter)
  const any = (): string => `countSupply(S,KS[${setNumber(linker, kinds)}])`
  if ('id' in kinds) return any()
  const { pieces, cards } = kinds.set
  if (cards.length > 0 || pieces.length > MOST_READS) return any()
  const reads = pieces.map((q) => {
    const supply = layout.types[layout.kindType[q]].supply
    return `d[${layout.count + supply * layout.pieceKinds + q}]`
  })
  return reads.length === 0 ? '0' : `(${reads.join('+')})`
}

/** Generates a list of at most `most` tokens of one zone or of the supply. Returns null for other queries. */
export function tokenList(linker: Linker, scope: Scope, node: Expr, most: () => string): string | null {
  if (typeof node !== 'object' || !('query' in node)) return null
  if (node.query !== 'tokensInZone' && node.query !== 'supply') return null
  if (node.query === 'tokensInZone' && isSeveral(linker, scope, node.zone)) return null
  linker.meter.note(TOKENS, LIST_COST)
  const kinds = kindsOf(linker, scope, node.filter)
  const set = `KS[${setNumber(linker, kinds)}]`
  if (node.query === 'supply') return `supplyOf(S,${set},${most()})`
  return `tokensIn(S,${index(linker, oneZone(linker, scope, node.zone))},${set},${most()})`
}

/**
 * Generates the start of a function that returns the first matching token of several zones: if only one piece can
 * match, it reads where that piece is. Returns null if a scan is as good.
 */
export function onlyToken(linker: Linker, scope: Scope, node: Expr): string | null {
  if (typeof node !== 'object' || !('query' in node) || node.query !== 'tokensInZone') return null
  if (!isSeveral(linker, scope, node.zone) || linker.coverage !== null) return null
  const constant = constantList(linker, node.zone)
  const isThere = typeof node.zone === 'object' && !('query' in node.zone)
  if (constant === null && !isThere) return null
  const kinds = kindsOf(linker, scope, node.filter)
  if ('set' in kinds && kinds.set.only < 0) return null
  linker.meter.note(TOKENS)
  const has =
    constant === null
      ? `has(S,${expr(linker, scope, node.zone).js},zoneOf(S,t),${linker.place()})`
      : `${linker.constant(linker.layout.zones.map((_, z) => Number(constant.items.includes(z))))}[zoneOf(S,t)]===1`
  const set = `KS[${setNumber(linker, kinds)}]`
  return `const q=${set},t=q.only;if(t>=0)return isKind(S,t,q.has)&&${has}?t:-1;`
}

/** Generates a loop over the matching tokens, in one zone or zone by zone. */
export function tokenLoop(linker: Linker, scope: Scope, where: Expr, filter: Filter, body: LoopBody): string {
  if (!isSeveral(linker, scope, where))
    return scan(linker, scope, oneZone(linker, scope, where), filter, body, null)
  return zoneLoop(linker, scope, where, (item, inner, exits) =>
    scan(linker, inner, item, filter, body, exits.stop),
  )
}

function scan(
  linker: Linker,
  scope: Scope,
  zone: Value,
  filter: Filter,
  body: LoopBody,
  stop: string | null,
): string {
  const { layout } = linker
  linker.meter.note(TOKENS, LIST_COST)
  const kinds = kindsOf(linker, scope, filter)
  const z = linker.name('z')
  const head = `const ${z}=${index(linker, zone)};`
  const simple = 'set' in kinds ? kinds.set : null
  if (simple === null || (simple.cards.length > 0 && simple.pieces.length > 0)) {
    const id = setNumber(linker, kinds)
    const each: LoopBody = (item, inner, exits) =>
      body(item, inner, { next: exits.next, stop: stop ?? exits.stop })
    return head + arrayLoop(linker, scope, `tokensIn(S,${z},KS[${id}],2147483647)`, 'token', each, true)
  }
  const [t, label] = [linker.name('t'), linker.name('L')]
  const exits = { next: `continue ${label}`, stop: stop ?? `break ${label}` }
  if (simple.pieces.length === 0) {
    const { made: inside, facts } = linker.meter.repeat(USUAL_ROUNDS, () =>
      body(named(t, 'token', true), scope.inner(), exits),
    )
    const has = linker.constant(simple.has)
    const test =
      simple.cards.length === layout.kinds - layout.pieceKinds
        ? ''
        : `if(${has}[kindOf(S,${t})]===0)continue;`
    const first = layout.pieceZones === 0 ? '' : `${z}<${layout.pieceZones}?-1:`
    const fuel = linker.spend(`d[${layout.held}+${z}]`, facts.size)
    return `${head}${fuel}${label}:for(let ${t}=${first}d[${layout.top}+${z}];${t}>=0;${t}=d[${layout.cardBelow}+${t}]){${test}${inside}}`
  }
  return head + scanPieces(linker, scope, simple, z, t, label, body, stop)
}

function scanPieces(
  linker: Linker,
  scope: Scope,
  set: KindSet,
  z: string,
  t: string,
  label: string,
  body: LoopBody,
  stop: string | null,
): string {
  const { at, pieceKinds } = linker.layout
  const [left, a] = [linker.name('n'), linker.name('a')]
  const outer = linker.name('L')
  const many = set.ranges.length > 2
  const exits = { next: `continue ${label}`, stop: stop ?? `break ${many ? outer : label}` }
  const count =
    set.camps.length + set.rest.length <= MOST_READS
      ? sumOfCells(linker, set, named(z, 'zone', true), z)
      : `countKinds(S,${z},KS[${setNumber(linker, { set })}])`
  const base = `${z}*${pieceKinds}`
  const test =
    set.pieces.length <= 2
      ? set.pieces.map((q) => `${a}!==${base}+${q}`).join('&&')
      : `${a}<${base}||${a}>=${base}+${pieceKinds}||${linker.constant(set.has)}[${a}-${base}]===0`
  const { made: inside, facts } = linker.meter.repeat(USUAL_ROUNDS, () =>
    body(named(t, 'token', true), scope.inner(), exits),
  )
  const each = `{const ${a}=d[${at}+${t}];if(${test})continue;${left}--;${inside}}`
  const start = `let ${left}=${count};${linker.spend(`${left}+${set.effort}`, facts.size)}`
  if (!many) {
    const [first, end] = set.ranges
    return `${start}${label}:for(let ${t}=${first};${left}>0&&${t}<${end};${t}++)${each}`
  }
  const [r, ranges] = [linker.name('u'), linker.constant(set.ranges)]
  const outside = `${outer}:for(let ${r}=0;${left}>0&&${r}<${set.ranges.length};${r}+=2)`
  return `${start}${outside}${label}:for(let ${t}=${ranges}[${r}];${left}>0&&${t}<${ranges}[${r}+1];${t}++)${each}`
}
