/** What the tree asks of regular boards. */
import { DIRECTION, type Expr } from '@ludoforge/kernel'
import { boardNamed, needBoard, needDirection, needPlace, type Typed } from '../elaborate/index.js'
import type { Cx, Keys } from './context.js'

function way(cx: Cx, keys: Keys): { zone: Expr; direction: Expr } {
  needBoard(cx.world, keys.span)
  const node = keys.need('zone')
  const zone = cx.expr(node, 'zone').expr
  needPlace(cx.world, zone, node.span)
  return { zone, direction: directionOf(cx, keys) }
}

function directionOf(cx: Cx, keys: Keys): Expr {
  const node = keys.need('direction')
  if (node.kind === 'scalar' && cx.names.find(node.raw) === undefined)
    needDirection(cx.world, node.raw, node.span)
  return cx.expr(node, DIRECTION).expr
}

function board(cx: Cx, keys: Keys): { readonly board?: string } {
  const named = keys.has('board') ? keys.word('board') : undefined
  return boardNamed(cx.world, named?.text, named?.span ?? keys.span)
}

export function zoneToward(cx: Cx, keys: Keys): Typed {
  return { expr: { ref: 'zoneToward', ...way(cx, keys) }, type: 'zone' }
}

export function opposite(cx: Cx, keys: Keys): Typed {
  needBoard(cx.world, keys.span)
  return { expr: { ref: 'opposite', direction: directionOf(cx, keys) }, type: DIRECTION }
}

export function boardCell(cx: Cx, keys: Keys): Typed {
  const where = board(cx, keys)
  const [column, row] = ['column', 'row'].map((key) => cx.number(keys.need(key)))
  return { expr: { ref: 'boardCell', ...where, column, row }, type: 'zone' }
}

export function straight(cx: Cx, keys: Keys, query: 'ray' | 'line'): Typed {
  return { expr: { query, ...way(cx, keys) }, type: 'list zone' }
}

export function boardRow(cx: Cx, keys: Keys): Typed {
  const where = board(cx, keys)
  return { expr: { query: 'boardRow', ...where, row: cx.number(keys.need('row')) }, type: 'list zone' }
}

export function boardColumn(cx: Cx, keys: Keys): Typed {
  const where = board(cx, keys)
  return {
    expr: { query: 'boardColumn', ...where, column: cx.number(keys.need('column')) },
    type: 'list zone',
  }
}
