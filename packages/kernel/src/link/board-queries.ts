/** Generates queries of regular boards: lookups in tables that the linker builds. */
import { DIRECTION, type Expr, type Query, type Reference } from '../def/index.js'
import { lookup, typed, typedIndex } from './expr.js'
import type { Linker } from './linker.js'
import { loaded, type Scope, type Value } from './scope.js'

type BoardRef = Extract<Reference, { ref: 'zoneToward' | 'opposite' | 'boardCell' }>
type LineQuery = Extract<Query, { query: 'ray' | 'line' }>
type RowQuery = Extract<Query, { query: 'boardRow' | 'boardColumn' }>

export function boardReference(linker: Linker, scope: Scope, node: BoardRef): Value {
  const { boards } = linker.layout
  if (node.ref === 'zoneToward') {
    const at = wayFrom(linker, scope, node)
    return loaded(`${linker.constant(boards.toward)}[${at}]`, 'zone', !boards.toward.includes(-1))
  }
  if (node.ref === 'opposite') {
    const direction = typed(linker, scope, node.direction, DIRECTION)
    return lookup(linker, { type: DIRECTION, values: boards.opposites }, direction)
  }
  const column = typed(linker, scope, node.column, 'number').js
  const row = typed(linker, scope, node.row, 'number').js
  return {
    js: `cellAt(${linker.constant(boards.cells(node.board))},${column},${row})`,
    type: 'zone',
    sure: false,
  }
}

const LIST = { type: 'list zone', sure: true, distinct: true } as const

export function lineList(linker: Linker, scope: Scope, node: LineQuery): Value {
  const at = wayFrom(linker, scope, node)
  return { js: `${linker.constant(linker.layout.boards.lines(node.query))}[${at}]`, ...LIST }
}

export function rowList(linker: Linker, scope: Scope, node: RowQuery): Value {
  const { lists, first } = parallels(linker, node)
  const number = typed(linker, scope, node.query === 'boardRow' ? node.row : node.column, 'number').js
  return { js: `(${linker.constant(lists)}[${number}-${first}]??${linker.constant([])})`, ...LIST }
}

/** Returns the zones of a constant row or column, or null if it is known only in play. */
export function constantLine(linker: Linker, node: RowQuery): readonly number[] | null {
  const number = node.query === 'boardRow' ? node.row : node.column
  if (typeof number !== 'number') return null
  const { lists, first } = parallels(linker, node)
  return lists[number - first] ?? []
}

/** Returns all rows or all columns of a board, and the number of the first. */
function parallels(linker: Linker, node: RowQuery) {
  const { inRow, inColumn, row, column } = linker.layout.boards.cells(node.board)
  return node.query === 'boardRow' ? { lists: inRow, first: row } : { lists: inColumn, first: column }
}

/** Generates the index into tables by zone and direction. */
function wayFrom(
  linker: Linker,
  scope: Scope,
  node: { readonly zone: Expr; readonly direction: Expr },
): string {
  const zone = typedIndex(linker, scope, node.zone, 'zone')
  linker.layout.size(DIRECTION)
  const direction = typedIndex(linker, scope, node.direction, DIRECTION)
  return `${zone}*${linker.layout.boards.directions}+${direction}`
}
