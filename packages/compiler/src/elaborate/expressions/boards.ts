/** Regular boards: neighbours, rays and lines toward a direction, and cells by column and row. */
import { DIRECTION, type Expr, listOf } from '@ludoforge/kernel'
import { COMPASS } from '../../declare/index.js'
import { type ExprNode, singleWord } from '../../parser/index.js'
import type { Span } from '../../source/index.js'
import { type Context, elaborate, listOfItems, type Typed } from './expressions.js'
import { DiagnosticError, unknownName } from '../diagnostic-error.js'
import type { SymbolTable } from '../symbols.js'

type TowardNode = Extract<ExprNode, { node: 'toward' }>

export function elaborateToward(cx: Context, node: TowardNode): Typed {
  needBoard(cx.world, node.span)
  const zone = elaborate(cx, node.object, 'zone').expr
  needOnBoard(cx.world, zone, node.object.span)
  const direction = elaborateDirection(cx, node.direction)
  const what = node.what.text
  if (what === 'ray' || what === 'line') return { expr: { query: what, zone, direction }, type: 'list zone' }
  return { expr: { ref: 'zoneToward', zone, direction }, type: 'zone' }
}

function elaborateDirection(cx: Context, node: ExprNode): Expr {
  const word = singleWord(node)?.text
  if (word !== undefined && cx.scope.get(word) === undefined) needDirection(cx.world, word, node.span)
  return elaborate(cx, node, DIRECTION).expr
}

const HINT = 'declare its spaces with `board`'

/** Throws if the game has no board. */
export function needBoard(world: SymbolTable, span: Span): void {
  if (world.boards.size === 0)
    throw new DiagnosticError(
      'no-board',
      span,
      'This game has no board with columns, rows and directions.',
      HINT,
    )
}

/** Throws if a compass word isn't a direction of this game's boards. */
export function needDirection(world: SymbolTable, word: string, span: Span): void {
  const known = world.enums.get('direction') ?? []
  if (known.includes(word) || !COMPASS.some((direction) => direction === word)) return
  throw new DiagnosticError(
    'unknown-name',
    span,
    `No board of this game has the direction ${word}. Its directions are ${known.join(', ')}.`,
    '`adjacency: all` gives a grid eight directions',
  )
}

/** Throws if a named space isn't on a board. */
export function needOnBoard(world: SymbolTable, zone: Expr, span: Span): void {
  const named =
    typeof zone === 'object' && 'zone' in zone && typeof zone.zone === 'string' ? zone.zone : undefined
  if (named === undefined || world.zones.get(named)?.board !== undefined) return
  throw new DiagnosticError('no-board', span, `\`${named}\` isn't on a board, so it has no directions.`)
}

/** Resolves a board. The name is optional if there is only one. */
export function boardNamed(
  world: SymbolTable,
  name: string | undefined,
  span: Span,
): { readonly board?: string } {
  needBoard(world, span)
  if (name !== undefined && !world.boards.has(name)) throw unknownName(span, name, 'a board', world.boards)
  if (name !== undefined) return { board: name }
  if (world.boards.size === 1) return {}
  const message = `This game has several boards: ${[...world.boards].join(', ')}.`
  throw new DiagnosticError('ambiguous-name', span, message, 'add the name of one as the last argument')
}

/** The predefined lists of directions of a game with a board. */
export function directionList(world: SymbolTable, word: string): Typed | undefined {
  if (world.boards.size === 0) return undefined
  if (word === 'directions') return { expr: { query: 'values', of: 'direction' }, type: listOf(DIRECTION) }
  if (word !== 'orthogonals' && word !== 'diagonals') return undefined
  const items = (world.enums.get('direction') ?? [])
    .filter((direction) => direction.includes('-') === (word === 'diagonals'))
    .map((value) => ({ value, of: 'direction' }))
  return listOfItems(DIRECTION, items)
}
