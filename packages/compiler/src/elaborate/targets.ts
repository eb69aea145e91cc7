/** Statements that give something a new value: set, add, subtract, spend, shift. */
import { type Effect, type Expr, isEnum, isList, type TypeName, type VarTarget } from '@ludoforge/kernel'
import type { ExprNode, StatementNode } from '../notation/index.js'
import type { Span } from '../source/index.js'
import { type Context, elaborate, number } from './expressions.js'
import { Fault } from './fault.js'
import { describe } from './types.js'
import type { World } from './world.js'

type Target =
  | { readonly kind: 'local'; readonly name: string; readonly type: TypeName }
  | { readonly kind: 'variable'; readonly target: VarTarget; readonly type: TypeName; readonly read: Expr }
  | { readonly kind: 'property'; readonly token: Expr; readonly prop: string; readonly type: TypeName }

/** What stands before `to`: it is read like any expression, then seen as a place. */
function targetOf(cx: Context, node: ExprNode): Target {
  const { expr, type } = elaborate(cx, node)
  if (typeof expr === 'object' && 'ref' in expr) {
    if (expr.ref === 'binding') return { kind: 'local', name: expr.name, type }
    if (expr.ref === 'gvar')
      return { kind: 'variable', target: { scope: 'global', var: expr.var }, type, read: expr }
    if (expr.ref === 'pvar')
      return {
        kind: 'variable',
        target: { scope: 'pvar', var: expr.var, player: expr.player },
        type,
        read: expr,
      }
    if (expr.ref === 'markerState')
      return {
        kind: 'variable',
        target: { scope: 'zone', var: expr.marker, zone: expr.space },
        type,
        read: expr,
      }
    if (expr.ref === 'tokenProp') {
      if (cx.world.properties.get(expr.prop)?.changes !== true)
        throw new Fault('fixed', node.span, `\`${expr.prop}\` never changes: it is a fixed property.`)
      return { kind: 'property', token: expr.token, prop: expr.prop, type }
    }
  }
  throw new Fault(
    'not-a-variable',
    node.span,
    `This is ${describe(type)}, not something that can be given a value.`,
  )
}

export function setTo(cx: Context, targetNode: ExprNode, valueNode: ExprNode): Effect[] {
  const target = targetOf(cx, targetNode)
  const value = elaborate(cx, valueNode, target.type).expr
  if (target.kind === 'local') return [{ assign: { bind: target.name, value } }]
  if (target.kind === 'property') return [{ setTokenProp: { token: target.token, prop: target.prop, value } }]
  needWithin(cx.world, target.target.var, value, valueNode.span)
  if (target.target.scope === 'zone')
    return [{ setMarker: { marker: target.target.var, space: target.target.zone, state: value } }]
  return [{ setVar: { ...target.target, value } }]
}

/** A number that is written there must lie within the bounds, unless they are the ends of a track. */
export function needWithin(world: World, id: string, value: Expr, span: Span): void {
  const { min, max, track } = world.variables.get(id) ?? {}
  if (typeof value !== 'number' || track === true || min === undefined || max === undefined) return
  if (value >= min && value <= max) return
  throw new Fault(
    'out-of-range',
    span,
    `\`${id}\` cannot be ${value}: its range is ${min}..${max}.`,
    `If it stops at its ends, declare it as \`{track: ${min}..${max}}\`.`,
  )
}

export function addTo(cx: Context, s: Extract<StatementNode, { node: 'add' }>): Effect[] {
  const target = targetOf(cx, s.target)
  if (isList(target.type)) {
    if (target.kind !== 'local') throw new Fault('wrong-type', s.span, 'Only a local name can hold a list.')
    const items = elaborate(cx, s.amount, target.type).expr
    return [
      {
        assign: {
          bind: target.name,
          value: {
            query: s.sign === 1 ? 'union' : 'except',
            left: { ref: 'binding', name: target.name },
            right: items,
          },
        },
      },
    ]
  }
  const amount = number(cx, s.amount)
  if (target.type !== 'number')
    throw new Fault(
      'wrong-type',
      s.target.span,
      `Only numbers can be added to, not ${describe(target.type)}.`,
    )
  if (target.kind === 'local')
    return [
      {
        assign: {
          bind: target.name,
          value: { op: s.sign === 1 ? '+' : '-', left: { ref: 'binding', name: target.name }, right: amount },
        },
      },
    ]
  if (target.kind === 'property')
    throw new Fault('wrong-type', s.target.span, 'A property of a piece is set, not added to.')
  return [
    { addVar: { ...target.target, delta: signed(s.sign, amount), ...(s.exact ? { exact: true } : {}) } },
  ]
}

function signed(sign: 1 | -1, amount: Expr): Expr {
  if (sign === 1) return amount
  return typeof amount === 'number' ? -amount : { op: '-', left: 0, right: amount }
}

/** `shift X toward LEVEL` stops at that level; `shift X up 2` goes along the levels. */
export function shiftTo(cx: Context, s: Extract<StatementNode, { node: 'shift' }>): Effect[] {
  const target = targetOf(cx, s.target)
  if (target.kind !== 'variable' || !(isEnum(target.type) || target.type === 'number'))
    throw new Fault('wrong-type', s.target.span, 'Only a variable with levels or numbers can be shifted.')
  const by = number(cx, s.by)
  let delta: Expr = signed(s.down === true ? -1 : 1, by)
  if (s.toward !== undefined) {
    const toward = elaborate(cx, s.toward, target.type).expr
    const level = (e: Expr): Expr => (isEnum(target.type) ? { op: 'level', value: e } : e)
    const levels = isEnum(target.type) ? cx.world.valuesOf(target.type) : undefined
    const literal = typeof toward === 'object' && 'value' in toward ? toward.value : undefined
    if (literal !== undefined && levels?.[0] === literal) delta = signed(-1, by)
    else if (literal !== undefined && levels?.[levels.length - 1] === literal) delta = by
    else
      delta = {
        op: 'max',
        left: signed(-1, by),
        right: { op: 'min', left: by, right: { op: '-', left: level(toward), right: level(target.read) } },
      }
  }
  if (target.target.scope === 'zone')
    return [{ shiftMarker: { marker: target.target.var, space: target.target.zone, delta } }]
  return [
    { addVar: { ...target.target, delta: untilTheEnd(cx.world, target.target.var, target.read, delta) } },
  ]
}

/** A shift stops at the ends by itself; of a number that is no track the way to them is all there is to go. */
function untilTheEnd(world: World, id: string, read: Expr, delta: Expr): Expr {
  const { min, max, track } = world.variables.get(id) ?? {}
  if (track === true || min === undefined || max === undefined) return delta
  const way = (end: number): Expr => ({ op: '-', left: end, right: read })
  return { op: 'max', left: way(min), right: { op: 'min', left: way(max), right: delta } }
}
