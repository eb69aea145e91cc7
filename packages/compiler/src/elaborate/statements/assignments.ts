/** Statements that assign: set, add, subtract, spend, shift. */
import {
  type Effect,
  type Expr,
  isEnum,
  isList,
  itemOf,
  type TypeName,
  type VarTarget,
} from '@ludoforge/kernel'
import { type ExprNode, singleWord, type StatementNode } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import { type Context, elaborate, number } from '../expressions/expressions.js'
import { DiagnosticError, wrongType } from '../diagnostic-error.js'
import { describe } from '../types.js'
import type { SymbolTable } from '../symbols.js'

type Target = { readonly type: TypeName; readonly read: Expr } & (
  | { readonly kind: 'local'; readonly name: string }
  | { readonly kind: 'variable'; readonly target: VarTarget }
  | { readonly kind: 'property'; readonly token: Expr; readonly prop: string }
)

/** Elaborates the target of an assignment like any expression, then as a variable. */
function targetOf(cx: Context, node: ExprNode): Target {
  const { expr: read, type } = elaborate(cx, node)
  const variable = (target: VarTarget): Target => ({ kind: 'variable', target, type, read })
  if (typeof read === 'object' && 'ref' in read) {
    if (read.ref === 'binding') return { kind: 'local', name: read.name, type, read }
    if (read.ref === 'gvar') return variable({ scope: 'global', var: read.var })
    if (read.ref === 'pvar') return variable({ scope: 'pvar', var: read.var, player: read.player })
    if (read.ref === 'markerState') return variable({ scope: 'zone', var: read.marker, zone: read.space })
    if (read.ref === 'tokenProp') {
      if (cx.world.properties.get(read.prop)?.changes !== true)
        throw new DiagnosticError(
          'fixed',
          node.span,
          `\`${read.prop}\` is a fixed property, so it can't change.`,
          'Declare it in `properties` to make it a changing one.',
        )
      return { kind: 'property', token: read.token, prop: read.prop, type, read }
    }
  }
  const message = `This is ${describe(type)}, not a variable, marker or property that can be set.`
  throw new DiagnosticError('not-a-variable', node.span, message)
}

export function setTo(cx: Context, targetNode: ExprNode, valueNode: ExprNode): Effect {
  const target = targetOf(cx, targetNode)
  if (singleWord(valueNode)?.text === 'false' && target.type !== 'flag' && !isList(target.type))
    throw wrongType(
      targetNode.span,
      `This is ${describe(target.type)}. Only flags and lists can be cleared.`,
      target.type === 'number' ? 'Write `set … to 0`.' : 'Use `set … to`, with a value of its type.',
    )
  const value = valueFor(cx, target.type, valueNode)
  if (target.kind === 'local') return { assign: { bind: target.name, value } }
  if (target.kind === 'property') return { setTokenProp: { token: target.token, prop: target.prop, value } }
  const { target: variable } = target
  needWithin(cx.world, variable.var, value, valueNode.span)
  if (variable.scope !== 'zone' || isList(target.type)) return { setVar: { ...variable, value } }
  return { setMarker: { marker: variable.var, space: variable.zone, state: value } }
}

/** `clear` sets a flag to false, and a list to the empty list. */
function valueFor(cx: Context, type: TypeName, node: ExprNode): Expr {
  if (isList(type) && singleWord(node)?.text === 'false')
    return { query: 'list', type: itemOf(type), items: [] }
  return elaborate(cx, node, type).expr
}

/** `append ITEM to LIST`: at the end, also if the list has it already. */
export function appendTo(cx: Context, s: Extract<StatementNode, { node: 'append' }>): Effect {
  const target = targetOf(cx, s.target)
  const { type, read: left } = target
  if (!isList(type) || target.kind === 'property')
    throw wrongType(s.target.span, `Expected a list to append to, found ${describe(type)}.`)
  if (s.item.node === 'list')
    throw wrongType(
      s.item.span,
      '`append` puts one item at the end, not a list.',
      'Append the items one by one, or `set` the list to `join(LIST, OTHER)`.',
    )
  const item = elaborate(cx, s.item, itemOf(type)).expr
  if (target.kind === 'variable') return { appendVar: { ...target.target, item } }
  const right: Expr = { query: 'list', type: itemOf(type), items: [item] }
  return { assign: { bind: target.name, value: { query: 'concat', left, right } } }
}

/** Throws if a literal number is outside the variable's range. A track stops at its ends instead. */
export function needWithin(world: SymbolTable, id: string, value: Expr, span: Span): void {
  const { min, max, track } = world.variables.get(id) ?? {}
  if (typeof value !== 'number' || track === true || min === undefined || max === undefined) return
  if (value >= min && value <= max) return
  const hint = `If it should stop at its ends, declare it as \`{track: ${min}..${max}}\`.`
  throw new DiagnosticError(
    'out-of-range',
    span,
    `\`${id}\` can't be ${value}. Its range is ${min}..${max}.`,
    hint,
  )
}

export function addTo(cx: Context, s: Extract<StatementNode, { node: 'add' }>): Effect {
  const target = targetOf(cx, s.target)
  const { type, read: left } = target
  if (isList(type)) {
    const right = elaborate(cx, s.amount, type).expr
    const value: Expr = { query: s.sign === 1 ? 'union' : 'except', left, right }
    if (target.kind === 'property') throw wrongType(s.target.span, 'A list of a piece is fixed.')
    return target.kind === 'local'
      ? { assign: { bind: target.name, value } }
      : { setVar: { ...target.target, value } }
  }
  const right = number(cx, s.amount)
  if (type !== 'number')
    throw wrongType(s.target.span, `Expected a number to add to, found ${describe(type)}.`)
  if (target.kind === 'local')
    return { assign: { bind: target.name, value: { op: s.sign === 1 ? '+' : '-', left, right } } }
  if (target.kind === 'property') {
    const value: Expr = { op: s.sign === 1 ? '+' : '-', left, right }
    return { setTokenProp: { token: target.token, prop: target.prop, value } }
  }
  return { addVar: { ...target.target, delta: signed(s.sign, right), ...(s.exact && { exact: true }) } }
}

function signed(sign: 1 | -1, amount: Expr): Expr {
  if (sign === 1) return amount
  return typeof amount === 'number' ? -amount : { op: '-', left: 0, right: amount }
}

/** `shift X toward LEVEL` stops at that level; `shift X up 2` moves along the levels. */
export function shiftTo(cx: Context, s: Extract<StatementNode, { node: 'shift' }>): Effect {
  const target = targetOf(cx, s.target)
  if (target.kind !== 'variable' || !(isEnum(target.type) || target.type === 'number'))
    throw wrongType(s.target.span, 'Only a variable with levels or numbers can be shifted.')
  const { target: variable, type, read } = target
  const by = number(cx, s.by)
  let delta: Expr = signed(s.down === true ? -1 : 1, by)
  if (s.toward !== undefined) {
    const toward = elaborate(cx, s.toward, type).expr
    const level = (e: Expr): Expr => (isEnum(type) ? { op: 'level', value: e } : e)
    const levels = cx.world.valuesOf(type)
    const literal = typeof toward === 'object' && 'value' in toward ? toward.value : undefined
    const distance: Expr = { op: '-', left: level(toward), right: level(read) }
    if (literal !== undefined && levels[0] === literal) delta = signed(-1, by)
    else if (literal === undefined || levels.at(-1) !== literal)
      delta = { op: 'max', left: signed(-1, by), right: { op: 'min', left: by, right: distance } }
  }
  if (variable.scope === 'zone') return { shiftMarker: { marker: variable.var, space: variable.zone, delta } }
  return { addVar: { ...variable, delta: clampDelta(cx.world, variable.var, read, delta) } }
}

/** Clamps a shift to the range of a variable. A track is clamped by the kernel. */
function clampDelta(world: SymbolTable, id: string, read: Expr, delta: Expr): Expr {
  const { min, max, track } = world.variables.get(id) ?? {}
  if (track === true || min === undefined || max === undefined) return delta
  const distanceTo = (end: number): Expr => ({ op: '-', left: end, right: read })
  return { op: 'max', left: distanceTo(min), right: { op: 'min', left: distanceTo(max), right: delta } }
}
