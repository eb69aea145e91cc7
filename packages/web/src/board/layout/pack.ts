/** Packs pieces into a box: one by one if they fit, then smaller, then as groups with a number. */
import type { Box } from '@ludoforge/look'
import { MAX_GROWTH } from './sizes.js'

export interface Pile {
  readonly kind: string
  readonly count: number
  /** Relative to a cell. */
  readonly size: number
}

/** A piece, or a group that is drawn as one piece with a number. Its centre is x, y. */
export interface PlacedPiece {
  readonly kind: string
  /** The index within its kind, from 0. For a group, the index of its first piece. */
  readonly index: number
  readonly count: number
  readonly x: number
  readonly y: number
  readonly size: number
}

interface Item {
  readonly kind: string
  readonly index: number
  readonly count: number
  readonly width: number
}

/** Pieces shrink to this scale before they are grouped. */
const MIN_SCALE = 0.62
/** The width of a group's number, in cells. */
export const numberRoom = (count: number): number => (count > 1 ? 0.1 + 0.4 * String(count).length : 0)

/**
 * Places piles in a box. No cell gets smaller than `floor`: pieces that would be are drawn larger, and leave the box by up to
 * `MAX_GROWTH`. Groups that don't fit even there leave it further.
 */
export function pack(piles: readonly Pile[], box: Box, cell: number, floor = 0): readonly PlacedPiece[] {
  const present = piles.filter(({ count }) => count > 0)
  if (present.length === 0) return []
  const smallest = Math.min(...present.map(({ size }) => size))
  const least = Math.max(cell * MIN_SCALE, floor / smallest)
  const boxes = least > cell * MIN_SCALE ? [box, grow(box, least / (cell * MIN_SCALE))] : [box]
  const grouped = new Set<string>()
  for (;;) {
    const items = itemsOf(present, grouped)
    const isLast = grouped.size === present.length
    for (const room of boxes) {
      const most = Math.max(Math.min(cell, room[2], room[3]), floor / smallest)
      const size = largestSize(items, room[2], room[3], most, isLast && floor === 0 ? 0 : least)
      if (size !== undefined) return placeRows(items, room, size)
    }
    const next = nextToGroup(present, grouped)
    const room = boxes.at(-1) ?? box
    if (next === undefined && floor > 0) return placeRows(items, roomFor(items, room, least), least)
    if (next === undefined)
      return placeRows(items, room, Math.max(0.01, Math.min(cell, room[2], room[3]) * 0.01))
    grouped.add(next)
  }
}

/** Scales a box about its centre, by at most `MAX_GROWTH`. */
function grow([x, y, w, h]: Box, wanted: number): Box {
  const by = Math.min(MAX_GROWTH, wanted)
  return [x - (w * (by - 1)) / 2, y - (h * (by - 1)) / 2, w * by, h * by]
}

/** Returns the box about the centre of another that exceeds it least and has room for all items. */
function roomFor(items: readonly Item[], [x, y, w, h]: Box, size: number): Box {
  let best: Box = [x, y, w, h]
  let least = Number.POSITIVE_INFINITY
  for (let wide = Math.max(w, ...items.map((item) => item.width * size)); wide < w * 4; wide += size * 0.25) {
    const rows = rowsOf(items, wide / size)?.length ?? items.length
    const high = Math.max(h, rows * tallest(items) * size)
    const excess = Math.max(wide / w, high / h)
    if (excess >= least) continue
    least = excess
    best = [x + (w - wide) / 2, y + (h - high) / 2, wide, high]
  }
  return best
}

function itemsOf(piles: readonly Pile[], grouped: ReadonlySet<string>): Item[] {
  return piles.flatMap(({ kind, count, size }): Item[] =>
    grouped.has(kind) && count > 1
      ? [{ kind, index: 0, count, width: size + numberRoom(count) }]
      : Array.from({ length: count }, (_, index) => ({ kind, index, count: 1, width: size })),
  )
}

/** Returns the most numerous kind that isn't grouped yet. */
function nextToGroup(piles: readonly Pile[], grouped: ReadonlySet<string>): string | undefined {
  let found: Pile | undefined
  for (const pile of piles)
    if (!grouped.has(pile.kind) && (found === undefined || pile.count > found.count)) found = pile
  return found?.kind
}

/** Returns the largestSize size at which all items fit, or `undefined` if that is below `least`. */
function largestSize(
  items: readonly Item[],
  width: number,
  height: number,
  most: number,
  least: number,
): number | undefined {
  for (let size = most; size >= Math.max(least, most * 0.02); size *= 0.96)
    if (fits(items, width, height, size)) return size
  return undefined
}

const tallest = (items: readonly Item[]): number => Math.max(...items.map(heightOf))
const heightOf = ({ count, width }: Item): number => width - numberRoom(count)

function fits(items: readonly Item[], width: number, height: number, size: number): boolean {
  const rows = rowsOf(items, width / size)
  return rows !== undefined && rows.length * tallest(items) * size <= height + 1e-6
}

/** Fills rows in order (next-fit). Returns `undefined` if an item is wider than a row. */
function rowsOf(items: readonly Item[], wide: number): Item[][] | undefined {
  const rows: Item[][] = []
  let left = 0
  for (const item of items) {
    if (item.width > wide + 1e-6) return undefined
    if (rows.length === 0 || item.width > left + 1e-6) {
      rows.push([])
      left = wide
    }
    rows.at(-1)?.push(item)
    left -= item.width
  }
  return rows
}

/** Places the items in as few rows as possible, of similar length, centred in the box. */
function placeRows(items: readonly Item[], [x, y, width, height]: Box, size: number): PlacedPiece[] {
  const wide = Math.max(width / size, ...items.map((item) => item.width))
  let rows = rowsOf(items, wide) ?? items.map((item) => [item])
  const needed = rows.length
  const total = items.reduce((sum, item) => sum + item.width, 0)
  for (let narrow = total / needed; narrow < wide; narrow += 0.25) {
    const balanced = rowsOf(items, narrow)
    if (balanced !== undefined && balanced.length === needed) {
      rows = balanced
      break
    }
  }
  const high = tallest(items) * size
  const top = y + (height - high * rows.length) / 2
  return rows.flatMap((row, r) => {
    const length = row.reduce((sum, item) => sum + item.width, 0) * size
    let at = x + (width - length) / 2
    return row.map(({ kind, index, count, width: w }) => {
      const piece = (w - numberRoom(count)) * size
      const placed = { kind, index, count, x: at + piece / 2, y: top + high * (r + 0.5), size: piece }
      at += w * size
      return placed
    })
  })
}
