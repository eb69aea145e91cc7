/** Packs boxes so that nothing overlaps: things that flow in rows, and blocks that stand in columns. */
import type { Box } from '../scene.js'
import { round } from './boxes.js'

/** Something to place: as wide as it likes, as high as it is at a width. */
export interface Packable<T> {
  readonly what: T
  readonly least: number // width that it needs
  readonly likes: number // width that it would have
  readonly height: (width: number) => number
}

interface Placed<T> {
  readonly what: T
  readonly box: Box
}

export interface Packed<T> {
  readonly placed: readonly Placed<T>[]
  readonly height: number
}

const GAP = 10

/** In rows from the left, as many as fit; what stands in a row shares its width and has one height. */
export function flow<T>(pieces: readonly Packable<T>[], width: number): Packed<T> {
  const placed: Placed<T>[] = []
  let y = 0
  for (const row of rowsOf(pieces, width)) {
    const likes = row.map((piece) => Math.max(piece.least, Math.min(piece.likes, width)))
    const spare = width - GAP * (row.length - 1) - likes.reduce((sum, one) => sum + one, 0)
    const widths = likes.map((one) => one + spare / row.length)
    const height = Math.max(...row.map((piece, i) => piece.height(widths[i] ?? width)))
    let x = 0
    row.forEach((piece, i) => {
      const wide = widths[i] ?? width
      placed.push({ what: piece.what, box: [round(x), round(y), round(wide), round(height)] })
      x += wide + GAP
    })
    y += height + GAP
  }
  return { placed, height: Math.max(0, y - GAP) }
}

function rowsOf<T>(pieces: readonly Packable<T>[], width: number): Packable<T>[][] {
  const rows: Packable<T>[][] = []
  let used = 0
  for (const piece of pieces) {
    const likes = Math.max(piece.least, Math.min(piece.likes, width))
    const row = rows.at(-1)
    if (row !== undefined && used + GAP + likes <= width + 0.5) {
      row.push(piece)
      used += GAP + likes
    } else {
      rows.push([piece])
      used = likes
    }
  }
  return rows
}

/** Blocks in so many columns of the same width, each on the column that is shortest so far. */
export function columns<T>(
  blocks: readonly ((width: number) => Packed<T>)[],
  count: number,
  width: number,
): Packed<T> {
  const each = (width - GAP * (count - 1)) / count
  const ends = Array.from({ length: count }, () => 0)
  const placed: Placed<T>[] = []
  for (const block of blocks) {
    const at = ends.indexOf(Math.min(...ends))
    const { placed: inside, height } = block(each)
    const x = at * (each + GAP)
    const y = ends[at] ?? 0
    placed.push(...inside.map(({ what, box }) => ({ what, box: translate(box, x, y) })))
    ends[at] = y + height + GAP
  }
  return { placed, height: Math.max(0, Math.max(...ends) - GAP) }
}

/** One below the other. */
export function stack<T>(parts: readonly Packed<T>[]): Packed<T> {
  const placed: Placed<T>[] = []
  let y = 0
  for (const part of parts) {
    if (part.placed.length === 0) continue
    placed.push(...part.placed.map(({ what, box }) => ({ what, box: translate(box, 0, y) })))
    y += part.height + GAP
  }
  return { placed, height: Math.max(0, y - GAP) }
}

export const translate = ([x, y, width, height]: Box, dx: number, dy: number): Box => [
  round(x + dx),
  round(y + dy),
  width,
  height,
]
