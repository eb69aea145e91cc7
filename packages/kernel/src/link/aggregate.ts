/** Aggregates: counts, sums, extremes, tests. Each becomes a loop in a generated function. */
import { type Aggregate, type Expr, isEnum } from '../def/index.js'
import { argumentList, expr } from './expr.js'
import { countSupply, countTokens, onlyToken, someTokens, tokenList } from './filters.js'
import { leadingCount } from './leading.js'
import type { Linker } from './linker.js'
import { anyList } from './lists.js'
import { bindItem, constantList, loop } from './loops.js'
import { Fn, lambda, loaded, Scope, stored, type Value } from './scope.js'
import { isInt32, quote } from '../def/shape.js'
import { present } from '../errors.js'

export function aggregate(linker: Linker, scope: Scope, node: Aggregate): Value {
  const quick = node.value === undefined ? counted(linker, scope, node) : null
  if (quick !== null) return quick
  if (node.op === 'first' && node.value === undefined) {
    const one = tokenList(linker, scope, node.query, () => '1')
    if (one !== null) return { js: `firstOf(${one})`, type: 'token', sure: false }
  }
  let result: Value | null = null
  const js = lambda(linker, scope, (inner) => {
    const single =
      node.op === 'first' && node.value === undefined ? onlyToken(linker, inner, node.query) : null
    const made = body(linker, inner, node)
    result = made.result
    return (single ?? '') + made.text
  })
  const { type, sure } = present<Value>(result, 'the function is written at once.')
  return type === 'flag' && !isTest(node.op) ? loaded(js, type, sure) : { js, type, sure }
}

function isTest(op: string): boolean {
  return op === 'any' || op === 'all'
}

/** Counts that need no loop: lengths of lists, sums of cells of the count table. */
function counted(linker: Linker, scope: Scope, node: Aggregate): Value | null {
  if (node.op !== 'count' && node.op !== 'any') return null
  const { query } = node
  if (node.op === 'any') {
    const some = someGiven(linker, scope, query)
    if (some !== null) return { js: some, type: 'flag', sure: true }
  }
  if (node.op === 'any' && typeof query === 'object' && 'query' in query && query.query === 'tokensInZone')
    return { js: someTokens(linker, scope, query.zone, query.filter), type: 'flag', sure: true }
  const count = quickCount(linker, scope, query)
  if (count === null) return null
  return node.op === 'count'
    ? { js: count, type: 'number', sure: true }
    : { js: `(${count}>0)`, type: 'flag', sure: true }
}

/** Inlines a list function to test whether its list has an item: the loop stops at the first. */
function someGiven(linker: Linker, scope: Scope, node: Expr): string | null {
  if (typeof node !== 'object' || !('call' in node) || linker.coverage !== null) return null
  const f = linker.functions[linker.functionIndex.get(node.call) ?? -1]
  if (f === undefined || typeof f.body !== 'object' || !('query' in f.body) || linker.written.has(f.id))
    return null
  if (typeof f.body === 'object' && constantList(linker, f.body) !== null) return null
  return lambda(linker, scope, (inner) => {
    const given = argumentList(linker, inner, `The function '${f.id}'`, f.params, node.args)
    const own = new Scope(new Fn(null))
    let head = ''
    f.params.forEach((p, i) => {
      head += `const y${i}=${given[i]};`
      own.bind(p.name, `y${i}`, p.type, false)
    })
    linker.written.add(f.id)
    const text = linker.inside(`function '${f.id}'`, f.rule, isInt32(f.src) ? f.src : undefined, () =>
      partsOfUnion(f.body)
        .map((part) => loop(linker, own, part, () => 'return true;'))
        .join(''),
    )
    linker.written.delete(f.id)
    return `${head}${text}return false`
  })
}

/** Returns the operands of nested unions. A caller that tolerates duplicates can loop over each in turn. */
function partsOfUnion(node: Expr): readonly Expr[] {
  if (typeof node !== 'object' || !('query' in node) || node.query !== 'union') return [node]
  return [...partsOfUnion(node.left), ...partsOfUnion(node.right)]
}

function quickCount(linker: Linker, scope: Scope, over: Expr): string | null {
  if (typeof over === 'object' && 'query' in over) {
    const query = over
    if (query.query === 'tokensInZone') return countTokens(linker, scope, query.zone, query.filter)
    if (query.query === 'supply') return countSupply(linker, scope, query.filter)
    if (query.query === 'leading') return query.end === undefined ? null : leadingCount(linker, scope, query)
    if (LOOPED.includes(query.query)) return null
  }
  return `${anyList(linker, scope, over).js}.length`
}

/** Queries that are counted in a fused loop, without building the list. */
const LOOPED: readonly string[] = ['filter', 'collect', 'take', 'except', 'intsInRange']

/** Tests whether a count reaches a bound; the loop stops there. Returns null if the count needs no loop. */
export function countReaches(
  linker: Linker,
  scope: Scope,
  node: Expr,
  least: (inner: Scope) => string,
): string | null {
  if (typeof node !== 'object' || !('aggregate' in node) || linker.coverage !== null) return null
  const { op, query, value } = node.aggregate
  const looped = typeof query === 'object' && 'query' in query && LOOPED.includes(query.query)
  if (op !== 'count' || (value === undefined && !looped)) return null
  return lambda(linker, scope, (inner) => body(linker, inner, node.aggregate, least(inner)).text)
}

interface Made {
  readonly text: string
  readonly result: Value
}

/** Generates the body. With `least`, it tests whether a count reaches that bound. */
function body(linker: Linker, scope: Scope, node: Aggregate, least?: string): Made {
  const number: Value = { js: '', type: 'number', sure: true }
  const flag: Value = { js: '', type: 'flag', sure: true }
  /** Generates a loop with a named item. `each` gets the value, if there is one. */
  const over = (each: (item: Value, value: Value | null, stop: string) => string): string =>
    loop(linker, scope, node.query, (item, inner, exits) => {
      if (node.value === undefined) return each(item, null, exits.stop)
      const { head, within, item: x } = bindItem(linker, inner, node.bind ?? 'it', item)
      return head + each(x, expr(linker, within, node.value), exits.stop)
    })
  const test = (value: Value | null): string => {
    if (value === null) return ''
    if (value.type !== 'flag') linker.fail(`${quote(node.value)} isn't a condition.`)
    return `if(${value.js})`
  }
  const score = (value: Value | null): string => {
    if (value === null) return linker.fail(`'${node.op}' needs a value.`)
    if (value.type !== 'number' && !isEnum(value.type)) linker.fail(`${quote(node.value)} isn't a number.`)
    return value.js
  }
  let item: Value = { js: '', type: 'number', sure: false }
  switch (node.op) {
    case 'count':
      if (least !== undefined) {
        const text = over((_, v) => `${test(v)}if(++n>=least)return true;`)
        return {
          text: `const least=${least};if(least<=0)return true;let n=0;${text}return false`,
          result: flag,
        }
      }
      return { text: `let n=0;${over((_, v) => `${test(v)}n++;`)}return n`, result: number }
    case 'any':
      return { text: `${over((_, v) => `${test(v)}return true;`)}return false`, result: flag }
    case 'all':
      return {
        text: `${over((_, v) => (v === null ? '' : `${test(v)}{}else return false;`))}return true`,
        result: flag,
      }
    case 'sum':
      return { text: `let n=0;${over((x, v) => `n=n+${score(v ?? x)}|0;`)}return n`, result: number }
    case 'min':
    case 'max': {
      const better = node.op === 'min' ? '<' : '>'
      const text = over((x, v) => {
        const value = v ?? x
        item = value
        return `const v=${score(value)};if(none||v${better}n){n=v;none=false}`
      })
      return { text: `let n=0,none=true;${text}return n`, result: { js: '', type: item.type, sure: false } }
    }
    case 'first':
    case 'last': {
      const take = node.op === 'first' ? 'return ' : 'n='
      const text = over((x, v) => {
        item = x
        return `${test(v)}${take}${stored(x)};`
      })
      return {
        text: `let n=-1;${text}return n`,
        result: { js: '', type: noneable(linker, item), sure: false },
      }
    }
    case 'best': {
      const text = over((x, v) => {
        item = x
        return `const v=${score(v)};if(none||v>n){n=v;none=false;best=${stored(x)}}`
      })
      const result = { js: '', type: noneable(linker, item), sure: false }
      return { text: `let n=0,none=true,best=-1;${text}return best`, result }
    }
  }
}

/** The first item of an empty list is none. Numbers have no none, so they use -1. */
function noneable(linker: Linker, item: Value): string {
  if (item.type === 'flag')
    linker.fail('A list of flags has no first, last or best item, because a flag cannot be none.')
  return item.type
}
