/** Packs boxes without overlap: items in rows, blocks in columns. */
import type { Box } from '../scene.js'
import { round } from './boxes.js'

/** An item to place, with its minimum and preferred width. Its height depends on its width. */
export interface Packable<T> {
  readonly what: T
  readonly least: number // minimum width
  readonly likes: number // preferred width
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

/** Fills rows from the left. The items of a row share its width and height. */
export function flow<T>(pieces: readonly Packable<T>[], width: number): Packed<T> {
  const placed: Placed<T>[] = []
  let y = 0
  for (const row of rowsOf(pieces, width)) {
    const likes = row.map((piece) => Math.max(piece.least, Math.min(piece.likes, width)))
    const spare = width - GAP * (row.length - 1) - likes.reduce((sum, like) => sum + like, 0)
    const widths = likes.map((like) => like + spare / row.length)
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

/** Places blocks in columns of equal width, each on the shortest column so far (greedy). */
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

/** Stacks parts vertically. */
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
