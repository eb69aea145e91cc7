/** Generates arithmetic, comparison, logic and tests of the board. */
import { type Expr, isEnum, isList, itemOf, type Operator } from '../def/index.js'
import { countReaches } from './aggregate.js'
import { expect, expr, flagConstant, typed, typedIndex } from './expr.js'
import { ANYTHING, CONTEXT, LIST_COST, UNKNOWN_COST } from './facts.js'
import { kindTest } from './filters.js'
import { legal } from './legality.js'
import type { Linker } from './linker.js'
import { constantList, loop } from './loops.js'
import { lambda, type Scope, stored, type Value } from './scope.js'
import { quote } from '../def/shape.js'

const flag = (js: string): Value => ({ js, type: 'flag', sure: true })
const number = (js: string): Value => ({ js, type: 'number', sure: true })

export function operator(linker: Linker, scope: Scope, node: Operator): Value {
  const { layout } = linker
  switch (node.op) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case 'min':
    case 'max': {
      const a = typed(linker, scope, node.left, 'number').js
      return number(arithmetic(linker, node.op, a, typed(linker, scope, node.right, 'number')))
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(linker, scope, node.op, node.left, node.right)
    case 'and':
    case 'or': {
      const args = node.args.map((a) => typed(linker, scope, a, 'flag').js)
      if (args.length === 0) return flagConstant(node.op === 'and')
      return flag(`(${args.join(node.op === 'and' ? '&&' : '||')})`)
    }
    case 'not':
      return flag(`!${typed(linker, scope, node.arg, 'flag').js}`)
    case 'in':
      return isIn(linker, scope, node.item, node.set)
    case 'zonePropIncludes': {
      const list = expr(linker, scope, { ref: 'zoneProp', zone: node.zone, prop: node.prop })
      if (!isList(list.type)) linker.fail(`The attribute ${quote(node.prop)} isn't a list.`)
      return has(linker, list.js, typed(linker, scope, node.value, itemOf(list.type)))
    }
    case 'kindIs':
      return flag(kindTest(linker, scope, node.filter, typed(linker, scope, node.token, 'token')))
    case 'adjacent': {
      const n = layout.zones.length
      linker.adjacency ??= neighbours(layout.zones)
      const a = typedIndex(linker, scope, node.left, 'zone')
      const b = typedIndex(linker, scope, node.right, 'zone')
      return flag(`(${linker.constant(linker.adjacency)}[${a}*${n}+${b}]===1)`)
    }
    case 'within':
      linker.meter.note(CONTEXT)
      return flag(`(S.within===null||${has(linker, 'S.within', typed(linker, scope, node.zone, 'zone')).js})`)
    case 'legal':
      linker.meter.note(ANYTHING, UNKNOWN_COST)
      return legal(linker, scope, node)
    case 'level': {
      const value = expr(linker, scope, node.value)
      if (!isEnum(value.type)) linker.fail(`${quote(node.value)} isn't a value of an enumeration.`)
      return number(value.js)
    }
    case 'compare': {
      const a = typed(linker, scope, node.left, 'list number').js
      const b = typed(linker, scope, node.right, 'list number').js
      linker.meter.note(0, LIST_COST)
      return number(`compare(S,${a},${b},${linker.place()})`)
    }
    default:
      return linker.fail(`${quote(node)} isn't an operator.`)
  }
}

function neighbours(zones: readonly { readonly adjacent: readonly number[] }[]): Uint8Array {
  const table = new Uint8Array(zones.length * zones.length)
  zones.forEach((z, i) => {
    for (const a of z.adjacent) table[i * zones.length + a] = 1
  })
  return table
}

function arithmetic(linker: Linker, op: string, a: string, right: Value): string {
  const { js: b, constant = 0 } = right
  const divisor = constant > 0
  switch (op) {
    case '+':
    case '-':
      return `(${a}${op}${b}|0)`
    case '*':
      return `Math.imul(${a},${b})`
    case '/':
      return divisor ? `(${a}/${b}|0)` : `div(${a},${b},${linker.place()})`
    case '%':
      return divisor ? `(${a}%${b}|0)` : `rem(${a},${b},${linker.place()})`
    default:
      return `Math.${op}(${a},${b})`
  }
}

function compare(linker: Linker, scope: Scope, op: string, left: Expr, right: Expr): Value {
  const mirrored = MIRRORED[op]
  if (mirrored !== undefined) {
    const limited =
      compareCount(linker, scope, op, left, right) ?? compareCount(linker, scope, mirrored, right, left)
    if (limited !== null) return limited
  }
  const a = expr(linker, scope, left)
  if (op === '==' || op === '!=') {
    const b = expect(linker, expr(linker, scope, right), a.type, right)
    if (isList(a.type)) linker.meter.note(0, LIST_COST)
    if (isList(a.type)) return flag(`${op === '!=' ? '!' : ''}same(S,${a.js},${b.js},${linker.place()})`)
    return flag(`(${a.js}${op}=${b.js})`)
  }
  const b = expect(linker, expr(linker, scope, right), a.type, right)
  if (a.type !== 'number' && !isEnum(a.type))
    linker.fail(`${quote(left)} can't be compared: values of the type ${a.type} have no order.`)
  return flag(`(${a.js}${op}${b.js})`)
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' }

/** Generates a comparison with a count that stops counting at the bound. Returns null if no loop is needed. */
function compareCount(linker: Linker, scope: Scope, op: string, count: Expr, other: Expr): Value | null {
  const more = op === '>' || op === '<=' ? '+1' : ''
  const least = (inner: Scope): string => typed(linker, inner, other, 'number').js + more
  const js = countReaches(linker, scope, count, least)
  return js === null ? null : flag(op.startsWith('<') ? `!${js}` : js)
}

function has(linker: Linker, list: string, item: Value): Value {
  linker.meter.note(0, LIST_COST)
  return flag(`has(S,${list},${stored(item)},${linker.place()})`)
}

function isIn(linker: Linker, scope: Scope, item: Expr, set: Expr): Value {
  const { layout } = linker
  const constant = constantList(linker, set)
  if (constant !== null && constant.items.length > 0 && constant.items.every((x) => x >= 0)) {
    const x = typed(linker, scope, item, constant.type)
    // Shifted by one, so that none (-1) has an entry too.
    const table = Array.from({ length: layout.size(constant.type) + 1 }, (_, i) =>
      Number(constant.items.includes(i - 1)),
    )
    return flag(`(${linker.constant(table)}[${x.js}+1]===1)`)
  }
  const fused =
    typeof set === 'object' && 'query' in set && ['filter', 'collect', 'tokensInZone'].includes(set.query)
  if (!fused) {
    const list = expr(linker, scope, set)
    if (!isList(list.type)) linker.fail(`${quote(set)} isn't a list.`)
    return has(linker, list.js, typed(linker, scope, item, itemOf(list.type)))
  }
  const js = lambda(linker, scope, (inner) => {
    const x = expr(linker, inner, item)
    return `const x=${stored(x)};${loop(linker, inner, set, (value) => {
      expect(linker, value, x.type, set)
      return `if(${stored(value)}===x)return true;`
    })}return false`
  })
  return flag(js)
}
