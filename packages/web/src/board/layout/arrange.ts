/** Arranges a space in screen pixels: pieces, name and marks keep a legible size at every scale. */
import type { Box, Point, SpaceShape } from '@ludoforge/look'
import { contains, widthOf } from './boxes.js'
import { markCells } from './mark-cells.js'
import { numberRoom, pack, type Pile, type PlacedPiece } from './pack.js'
import { MIN_CELL_PX, MIN_MARK_PX, MIN_TEXT_PX } from './sizes.js'

/** The name of a space as drawn. */
export interface PlacedName {
  readonly at: Point
  readonly size: number
  readonly plate?: Box
}

/** Positions and sizes of everything in a space, in board units. */
export interface Arrangement {
  readonly pieces: readonly PlacedPiece[]
  /** The box around the pieces. */
  readonly plate: Box | null
  /** `null` if the name is left out. */
  readonly name: PlacedName | null
  readonly marks: readonly Box[]
  /** The mark that is separate from the others. */
  readonly badge: Box | null
}

/** Packs the pieces of a space. No piece is smaller than 18 pixels. */
export function packSpace(
  shape: Pick<SpaceShape, 'pieces' | 'cell' | 'stack'>,
  piles: readonly Pile[],
  scale: number,
): readonly PlacedPiece[] {
  const placed = pack(piles, shape.pieces, shape.cell, MIN_CELL_PX / scale)
  return shape.stack === undefined ? placed : stacked(placed, shape.pieces, shape.stack)
}

/** Moves pieces to an edge of their box. At the bottom, the first row is the lowest. */
function stacked(placed: readonly PlacedPiece[], [, y, , height]: Box, edge: 'top' | 'bottom') {
  const top = Math.min(...placed.map((piece) => piece.y - piece.size / 2))
  return placed.map((piece) => {
    const down = piece.y - top
    return { ...piece, y: edge === 'top' ? y + down : y + height - down }
  })
}

const BADGE = 18
/** The margin of the plate behind pieces, in board units. */
const PLATE_MARGIN = 3

/** Arranges a space by itself. `markCount` doesn't include the badge. */
export function arrangeSpace(
  shape: SpaceShape,
  piles: readonly Pile[],
  markCount: number,
  hasBadge: boolean,
  scale: number,
): Arrangement {
  const pieces = packSpace(shape, piles, scale)
  const plate = plateOf(pieces)
  const name = nameOf(shape, pieces.length > 0, scale)
  return {
    pieces,
    plate,
    name,
    marks: marksOf(shape, markCount, name, scale),
    badge:
      hasBadge && shape.badge !== undefined
        ? square(shape.badge, Math.max(BADGE, MIN_MARK_PX / scale))
        : null,
  }
}

const square = ([x, y]: Point, side: number): Box => [x - side / 2, y - side / 2, side, side]

/** Returns the box around pieces and their numbers, or `null` if there are none. */
export function plateOf(placed: readonly PlacedPiece[]): Box | null {
  if (placed.length === 0) return null
  const left = Math.min(...placed.map(({ x, size }) => x - size / 2)) - PLATE_MARGIN
  const right =
    Math.max(...placed.map(({ x, size, count }) => x + size * (0.5 + numberRoom(count)))) + PLATE_MARGIN
  const top = Math.min(...placed.map(({ y, size }) => y - size / 2)) - PLATE_MARGIN
  const bottom = Math.max(...placed.map(({ y, size }) => y + size / 2)) + PLATE_MARGIN
  return [left, top, right - left, bottom - top]
}

/** A name grows to stay legible. The name of a line, which would cover it, is left out instead. */
function nameOf({ name, line, pieces }: SpaceShape, hasPieces: boolean, scale: number): PlacedName | null {
  if (hasPieces && contains(pieces, name.at)) return null
  const growth = Math.max(1, MIN_TEXT_PX / (name.size * scale))
  if (growth > 1 && line !== undefined) return null
  return {
    at: name.at,
    size: name.size * growth,
    ...(name.plate === undefined ? {} : { plate: scaled(name.plate, name.at, growth) }),
  }
}

const scaled = ([x, y, w, h]: Box, [cx, cy]: Point, by: number): Box => [
  cx + (x - cx) * by,
  cy + (y - cy) * by,
  w * by,
  h * by,
]

/** Returns the box of a name of some lines. */
export function nameBox({ lines }: SpaceShape['name'], { at: [x, y], size, plate }: PlacedName): Box {
  if (plate !== undefined) return plate
  const width = Math.max(...lines.map(widthOf), 0) * size
  const height = lines.length * size * 1.1
  return [x - width / 2, y - height / 2, width, height]
}

/** Marks grow to stay legible. A name that grew pushes them along. */
function marksOf(shape: SpaceShape, count: number, name: PlacedName | null, scale: number): readonly Box[] {
  const cells = markCells(count, shape.marks, shape.name.at, shape.cell * 1.1)
  const [first] = cells
  if (first === undefined) return cells
  const side = Math.max(first[2], MIN_MARK_PX / scale)
  const growth = side / first[2]
  const named = name === null ? 1 : name.size / shape.name.size
  if (growth === 1 && named === 1) return cells
  const left = Math.min(...cells.map(([x]) => x))
  const top = Math.min(...cells.map(([, y]) => y))
  const width = (Math.max(...cells.map(([x]) => x)) + first[2] - left) * growth
  const height = (Math.max(...cells.map(([, y]) => y)) + first[3] - top) * growth
  const [x, y] = startOf(shape, name, [left, top, width / growth, height / growth], [width, height])
  return cells.map(([cx, cy]) => [x + (cx - left) * growth, y + (cy - top) * growth, side, side])
}

/** Returns the new corner of a block of marks that grew: it stays on its side of the name. */
function startOf(shape: SpaceShape, name: PlacedName | null, was: Box, [w, h]: Point): Point {
  const [x, y, width, height] = was
  const around: Point = [x + (width - w) / 2, y + (height - h) / 2]
  if (name === null) return around
  const small = nameBox(shape.name, {
    ...shape.name,
    ...(shape.name.plate === undefined ? {} : { plate: shape.name.plate }),
  })
  const large = nameBox(shape.name, name)
  if (x >= small[0] + small[2] - 6)
    return [large[0] + large[2] + Math.max(1, x - small[0] - small[2]), around[1]]
  if (x + width <= small[0] + 6) return [large[0] - Math.max(1, small[0] - x - width) - w, around[1]]
  if (y + height / 2 >= small[1] + small[3] / 2)
    return [around[0], large[1] + large[3] + Math.max(0, y - small[1] - small[3])]
  return [around[0], large[1] - Math.max(0, small[1] - y - height) - h]
}
