import { type BoardPlace, type Constant, withoutUndefined, DIRECTION, type TableDef } from '@ludoforge/kernel'
import { formatLocation, type Span } from '../source/index.js'
import { describeNode, type Fields, type YamlEntry, type YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import { type Cell, COMPASS, Geometry, GRID_STEPS, HEX_STEPS, hexagon, rectangle } from './grid.js'
import type { Sections } from './sections.js'

/** A space that `board` generates. */
export interface GeneratedSpace {
  readonly id: string
  readonly span: Span
  readonly attributes: readonly YamlEntry[]
  readonly adjacent: readonly string[]
  readonly board: BoardPlace
  readonly lines?: readonly number[] // the rows of the table `lines` that contain it
  readonly override?: YamlNode // more attributes, a name, more neighbours
}

export interface Boards {
  readonly spaces: readonly GeneratedSpace[]
  readonly lines: readonly TableDef[] // the table of all lines, if a board declares `lines`
}

/** The attributes every generated space can have. */
export const GENERATED_ATTRIBUTES: ReadonlySet<string> = new Set(['column', 'row', 'q', 'r', 'lines'])

const MAX_SIDE = 100
const MAX_RADIUS = 40
/** The id of a board without a prefix. */
const BOARD = 'board'

/** Generates the spaces of all boards, their directions and their lines. */
export function readBoards(sections: Sections, context: Context): Boards {
  const found: BoardTotals = { directions: new Set(), lines: [] }
  const boards = sections
    .nodes('board')
    .flatMap(({ value }) => (value.kind === 'list' ? value.items : [value]))
  const spaces = boards.flatMap((board) => readBoard(board, context, found))
  const [first] = spaces
  if (first !== undefined) declareDirections(first.span, found, context)
  if (!context.spans.has('table:lines')) return { spaces, lines: [] }
  const columns = [
    { id: 'cells', type: 'list zone' },
    { id: 'direction', type: DIRECTION },
  ]
  return { spaces, lines: [{ id: 'lines', columns, rows: found.lines }] }
}

/** The directions and lines of all boards together. */
interface BoardTotals {
  readonly directions: Set<string>
  readonly lines: Record<string, Constant>[] // rows of the table `lines`
}

/** Declares the enumeration `direction`: the directions of all boards, clockwise. */
function declareDirections(span: Span, { directions }: BoardTotals, context: Context): void {
  const place = context.spans.get('enum:direction')
  if (place !== undefined) {
    const message = `\`direction\` can't be declared here: the board at ${formatLocation(span)} declares it.`
    context.error('duplicate-id', place, message, 'give the enumeration another name')
    context.spans.delete('enum:direction')
  }
  context.enums.set('direction', {
    values: COMPASS.filter((direction) => directions.has(direction)),
    closed: true,
  })
}

function readBoard(node: YamlNode, context: Context, found: BoardTotals): GeneratedSpace[] {
  const fields = context.fields(node, '`board`')
  const [grid, hex] = [fields.node('grid'), fields.node('hex')]
  const made = [
    ...(grid === undefined ? [] : readGrid(grid, fields, context, found)),
    ...(hex === undefined ? [] : readHex(hex, fields, context, found)),
  ]
  if (grid === undefined && hex === undefined && !fields.broken)
    context.error('missing-key', fields.span, 'A board needs the key `grid` or `hex`.')
  // With `grid` and `hex` in one map, each applies the overrides of its own spaces. Report those of neither.
  checkOverrides(fields, made, context)
  fields.end()
  return made
}

function readGrid(node: YamlNode, outer: Fields, context: Context, found: BoardTotals): GeneratedSpace[] {
  const fields = context.fields(node, '`grid`')
  const { columns, rows } = readSides(fields)
  const adjacency = fields.oneOf('adjacency', ['orthogonal', 'diagonal', 'all']) ?? 'orthogonal'
  const southFirst = fields.oneOf('row-1', ['north', 'south']) === 'south'
  const geometry = new Geometry(
    rectangle(columns, rows, (x, y) => [x, southFirst ? -y : y]),
    GRID_STEPS[adjacency],
  )
  return makeSpaces(geometry, () => ({}), { fields, outer, span: outer.keySpan('grid'), context, found })
}

function readHex(node: YamlNode, outer: Fields, context: Context, found: BoardTotals): GeneratedSpace[] {
  const fields = context.fields(node, '`hex`')
  const shape =
    fields.oneOf('shape', ['hexagon', 'rhombus', 'rectangle']) ??
    (fields.has('radius') ? 'hexagon' : 'rectangle')
  const geometry = new Geometry(readHexes(fields, shape), HEX_STEPS)
  const span = outer.keySpan('hex')
  return makeSpaces(geometry, ({ at: [q, r] }) => ({ q, r }), { fields, outer, span, context, found })
}

function readHexes(fields: Fields, shape: 'hexagon' | 'rhombus' | 'rectangle'): Cell[] {
  if (shape === 'hexagon') {
    fields.required('radius')
    const radius = fields.int('radius', { min: 0, max: MAX_RADIUS })
    return radius === undefined ? [] : hexagon(radius)
  }
  const { columns, rows } = readSides(fields)
  // In a rhombus every column is half a space lower than the one before, in a rectangle every second one.
  return rectangle(columns, rows, (x, y) => [x, shape === 'rhombus' ? y : y - Math.floor(x / 2)])
}

function readSides(fields: Fields): { columns: number; rows: number } {
  fields.required('columns')
  fields.required('rows')
  const columns = fields.int('columns', { min: 1, max: MAX_SIDE }) ?? 0
  return { columns, rows: fields.int('rows', { min: 1, max: MAX_SIDE }) ?? 0 }
}

interface Making {
  readonly fields: Fields
  readonly outer: Fields // of the board: it may have `default` and `overrides` too
  readonly span: Span
  readonly context: Context
  readonly found: BoardTotals
}

function makeSpaces(
  geometry: Geometry,
  more: (cell: Cell) => Readonly<Record<string, number>>,
  making: Making,
): GeneratedSpace[] {
  const { fields, outer, span, context, found } = making
  const prefix = fields.string('prefix') ?? ''
  const idOf = ({ column, row }: Cell) => `${prefix}${columnLetters(column)}${row + 1}`
  for (const [direction] of geometry.steps) found.directions.add(direction)
  const linesOf = readLines(geometry, idOf, making)
  const defaults = [...entriesOf(outer, 'default'), ...entriesOf(fields, 'default')]
  const common = defaults.filter(({ key, keySpan }) => {
    if (key !== 'name' && key !== 'adjacent') return true
    context.error(
      'unknown-key',
      keySpan,
      `\`${key}\` can't be the same for all spaces of a board.`,
      'move it to `overrides`',
    )
    return false
  })
  const written = [...entriesOf(outer, 'overrides'), ...entriesOf(fields, 'overrides')]
  const overrides = new Map(written.map(({ key, value }) => [key, value]))
  const made = geometry.cells.map((cell): GeneratedSpace => {
    const id = idOf(cell)
    const place = { column: cell.column + 1, row: cell.row + 1 }
    const own = Object.entries({ ...place, ...more(cell) }).map(([key, value]) => ({
      key,
      keySpan: span,
      value: { kind: 'scalar', value, raw: String(value), span } as const,
    }))
    const around = geometry.around(cell).map((near) => [near.direction, idOf(near.cell)] as const)
    const override = overrides.get(id)
    return {
      id,
      span,
      attributes: [...own, ...common],
      adjacent: around.map(([, near]) => near),
      board: { id: prefix === '' ? BOARD : prefix, ...place, toward: Object.fromEntries(around) },
      ...(linesOf && { lines: linesOf.get(cell) ?? [] }),
      ...withoutUndefined({ override }),
    }
  })
  checkOverrides(fields, made, context)
  fields.end()
  return made
}

/** `lines: 4` or `lines: whole`: adds rows to the table `lines`, and returns the rows that contain each cell. */
function readLines(
  geometry: Geometry,
  idOf: (cell: Cell) => string,
  { fields, context, found: { lines } }: Making,
): Map<Cell, number[]> | undefined {
  const node = fields.node('lines')
  if (node === undefined) return undefined
  const whole = node.kind === 'scalar' && node.value === 'whole'
  if (!whole && !(node.kind === 'scalar' && typeof node.value === 'number')) {
    const message = `\`lines\` must be the number of spaces in a line, or \`whole\`, not ${describeNode(node)}.`
    return context.error('wrong-type', node.span, message)
  }
  const length = whole ? 'whole' : fields.int('lines', { min: 2, max: MAX_SIDE })
  if (length === undefined) return undefined
  if (!context.spans.has('table:lines')) {
    context.declare('table', 'lines', fields.keySpan('lines'))
    context.declare('attribute', 'lines', fields.keySpan('lines'))
  }
  const through = new Map<Cell, number[]>(geometry.cells.map((cell) => [cell, []]))
  const made = geometry.lines(length)
  if (made.length === 0 && geometry.cells.length > 0)
    context.error('out-of-range', node.span, 'No line of this length fits on the board.')
  for (const { cells, direction } of made) {
    for (const cell of cells) through.get(cell)?.push(lines.length)
    lines.push({ cells: cells.map(idOf), direction })
  }
  return through
}

function checkOverrides(fields: Fields, made: readonly GeneratedSpace[], context: Context): void {
  const ids = new Set(made.map(({ id }) => id))
  for (const { key, keySpan } of entriesOf(fields, 'overrides')) {
    if (!ids.has(key)) context.unknown('space', key, keySpan, ids)
  }
  fields.node('default')
}

const entriesOf = (fields: Fields, key: string): readonly YamlEntry[] =>
  fields.reader.entries(fields.node(key), `\`${key}\``)

/** a … z, aa, ab, …: as in a spreadsheet. */
function columnLetters(column: number): string {
  const letter = String.fromCodePoint('a'.charCodeAt(0) + (column % 26))
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter
}
