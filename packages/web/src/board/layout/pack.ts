/** Where pieces lie in their box: one by one if they fit, then smaller, then as groups with a number. */
import type { Box } from '@ludoforge/look'

export interface Pile {
  readonly kind: string
  readonly count: number
  /** In parts of a cell. */
  readonly size: number
}

/** A piece, or a group of them that is drawn as one with its number. The middle is at x, y. */
export interface Placed {
  readonly kind: string
  /** Which one of its kind it is, from 0; of a group, the first. */
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

/** Down to this part of their size pieces shrink before they are put together. */
const LEAST = 0.62
/** The room for the number beside a group, in parts of a cell. */
export const numberRoom = (count: number): number => (count > 1 ? 0.1 + 0.4 * String(count).length : 0)

export function pack(piles: readonly Pile[], box: Box, cell: number): readonly Placed[] {
  const there = piles.filter(({ count }) => count > 0)
  if (there.length === 0) return []
  const [, , width, height] = box
  const most = Math.min(cell, width, height)
  const grouped = new Set<string>()
  for (;;) {
    const items = itemsOf(there, grouped)
    const least = grouped.size === there.length ? 0 : cell * LEAST
    const size = largest(items, width, height, most, least)
    if (size !== undefined) return laid(items, box, size)
    const next = worst(there, grouped)
    if (next === undefined) return laid(items, box, Math.max(0.01, most * 0.01))
    grouped.add(next)
  }
}

function itemsOf(piles: readonly Pile[], grouped: ReadonlySet<string>): Item[] {
  return piles.flatMap(({ kind, count, size }): Item[] =>
    grouped.has(kind) && count > 1
      ? [{ kind, index: 0, count, width: size + numberRoom(count) }]
      : Array.from({ length: count }, (_, index) => ({ kind, index, count: 1, width: size })),
  )
}

/** The kind that takes most room and is not yet a group. */
function worst(piles: readonly Pile[], grouped: ReadonlySet<string>): string | undefined {
  let found: Pile | undefined
  for (const pile of piles)
    if (!grouped.has(pile.kind) && (found === undefined || pile.count > found.count)) found = pile
  return found?.kind
}

/** The largest size at which all of them fit, not below `least`. */
function largest(
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

/** Row by row, in order; undefined if one of them is wider than a row. */
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

/** As many rows as are needed, of about the same length, in the middle of the box. */
function laid(items: readonly Item[], [x, y, width, height]: Box, size: number): Placed[] {
  const wide = width / size
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
