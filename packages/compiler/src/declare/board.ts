import type { Reporter } from '../diagnostics/index.js'
import type { Span } from '../source/index.js'
import { expectMap, Fields, type YamlEntry, type YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import type { Sections } from './sections.js'

/** A space as a board macro makes it. */
export interface MadeSpace {
  readonly id: string
  readonly span: Span
  readonly attributes: readonly YamlEntry[]
  readonly adjacent: readonly string[]
  readonly override?: YamlNode // more attributes, a name, more neighbours
}

interface Cell {
  readonly x: number // column from 0
  readonly y: number // row from 0
  readonly at: Readonly<Record<string, number>> // its attributes
}

const MAX_SIDE = 100
const MAX_RADIUS = 40

const ORTHOGONAL = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
] as const
const DIAGONAL = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const
const HEXAGONAL = [
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
] as const

/** The spaces that `board` makes. */
export function readBoards(sections: Sections, context: Context): MadeSpace[] {
  const { reporter } = context
  return sections.nodes('board').flatMap(({ value }) => {
    const boards = value.kind === 'list' ? value.items : [value]
    return boards.flatMap((board) => readBoard(board, context, reporter))
  })
}

function readBoard(node: YamlNode, context: Context, reporter: Reporter): MadeSpace[] {
  const fields = Fields.of(node, '`board`', reporter)
  if (fields === undefined) return []
  const made: MadeSpace[] = []
  const grid = fields.node('grid')
  if (grid !== undefined) made.push(...readGrid(grid, fields.keySpan('grid'), fields, context))
  const hex = fields.node('hex')
  if (hex !== undefined) made.push(...readHex(hex, fields.keySpan('hex'), fields, context))
  if (grid === undefined && hex === undefined) {
    reporter.error('missing-key', fields.span, 'A board needs `grid` or `hex`.')
  }
  // With two shapes at one place each applies what concerns its own spaces; the rest concerns nobody.
  checkOverrides(fields, made, context)
  fields.end()
  return made
}

function readGrid(node: YamlNode, span: Span, outer: Fields, context: Context): MadeSpace[] {
  const fields = Fields.of(node, '`grid`', context.reporter)
  if (fields === undefined) return []
  fields.required('columns')
  fields.required('rows')
  const columns = fields.int('columns', { min: 1, max: MAX_SIDE }) ?? 0
  const rows = fields.int('rows', { min: 1, max: MAX_SIDE }) ?? 0
  const adjacency = fields.oneOf('adjacency', ['orthogonal', 'diagonal', 'all']) ?? 'orthogonal'
  const steps = { orthogonal: ORTHOGONAL, diagonal: DIAGONAL, all: [...ORTHOGONAL, ...DIAGONAL] }[adjacency]
  const cells: Cell[] = []
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < columns; x += 1) cells.push({ x, y, at: { column: x + 1, row: y + 1 } })
  }
  const near = ({ x, y }: Cell) => steps.map(([dx, dy]) => [x + dx, y + dy] as const)
  return makeSpaces(cells, near, ({ x, y }) => [x, y], { fields, outer, span, context })
}

function readHex(node: YamlNode, span: Span, outer: Fields, context: Context): MadeSpace[] {
  const fields = Fields.of(node, '`hex`', context.reporter)
  if (fields === undefined) return []
  const cells: Cell[] = []
  if (fields.has('radius')) {
    const radius = fields.int('radius', { min: 0, max: MAX_RADIUS }) ?? -1
    for (let r = -radius; r <= radius; r += 1) {
      for (let q = -radius; q <= radius; q += 1) {
        if (Math.abs(q + r) <= radius) cells.push({ x: q + radius, y: r + radius, at: { q, r } })
      }
    }
  } else {
    fields.required('columns')
    fields.required('rows')
    const columns = fields.int('columns', { min: 1, max: MAX_SIDE }) ?? 0
    const rows = fields.int('rows', { min: 1, max: MAX_SIDE }) ?? 0
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) cells.push({ x, y, at: { q: x, r: y - Math.floor(x / 2) } })
    }
  }
  const near = ({ at: { q = 0, r = 0 } }: Cell) => HEXAGONAL.map(([dq, dr]) => [q + dq, r + dr] as const)
  return makeSpaces(cells, near, ({ at: { q = 0, r = 0 } }) => [q, r], { fields, outer, span, context })
}

interface Making {
  readonly fields: Fields
  readonly outer: Fields // of the board: `default` and `overrides` may stand there as well
  readonly span: Span
  readonly context: Context
}

/** `near` and `where` speak of coordinates in which neighbours differ by a step. */
function makeSpaces(
  cells: readonly Cell[],
  near: (cell: Cell) => readonly (readonly [number, number])[],
  where: (cell: Cell) => readonly [number, number],
  { fields, outer, span, context }: Making,
): MadeSpace[] {
  const { reporter } = context
  const prefix = fields.string('prefix') ?? ''
  const idOf = ({ x, y }: Cell) => `${prefix}${columnLetters(x)}${y + 1}`
  const byPlace = new Map(cells.map((cell) => [where(cell).join(), idOf(cell)]))
  const defaults = [...entriesOf(outer, 'default', reporter), ...entriesOf(fields, 'default', reporter)]
  const common = defaults.filter(({ key, keySpan }) => {
    if (key !== 'name' && key !== 'adjacent') return true
    reporter.error('unknown-key', keySpan, `\`${key}\` cannot be the same for all spaces of a board.`)
    return false
  })
  const overrides = new Map<string, YamlNode>()
  for (const { key, value } of entriesOf(outer, 'overrides', reporter)) overrides.set(key, value)
  for (const { key, value } of entriesOf(fields, 'overrides', reporter)) overrides.set(key, value)
  const made = cells.map((cell): MadeSpace => {
    const id = idOf(cell)
    const own = Object.entries(cell.at).map(([key, value]) => ({
      key,
      keySpan: span,
      value: { kind: 'scalar', value, raw: String(value), span } as const,
    }))
    const adjacent = near(cell).flatMap((place) => byPlace.get(place.join()) ?? [])
    const override = overrides.get(id)
    const base = { id, span, attributes: [...own, ...common], adjacent }
    return override === undefined ? base : { ...base, override }
  })
  checkOverrides(fields, made, context)
  fields.end()
  return made
}

function checkOverrides(fields: Fields, made: readonly MadeSpace[], context: Context): void {
  const ids = new Set(made.map(({ id }) => id))
  for (const { key, keySpan } of entriesOf(fields, 'overrides', context.reporter)) {
    if (!ids.has(key)) context.unknown('space', key, keySpan, ids)
  }
  entriesOf(fields, 'default', context.reporter)
}

function entriesOf(fields: Fields, key: string, reporter: Reporter): readonly YamlEntry[] {
  const node = fields.node(key)
  return node === undefined ? [] : (expectMap(node, `\`${key}\``, reporter)?.entries ?? [])
}

/** a … z, aa, ab, …: as in a spreadsheet. */
function columnLetters(column: number): string {
  const letter = String.fromCodePoint('a'.charCodeAt(0) + (column % 26))
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter
}
