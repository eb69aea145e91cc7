import type { Box, Point } from '@ludoforge/look'

/** Returns cells for marks: in one row or two, as large as possible, on the side of the name. */
export function markCells(count: number, [x, y, w, h]: Box, name: Point, most: number): Box[] {
  if (count === 0) return []
  const sizes = [1, 2].map((rows) => Math.min(h / rows, w / Math.ceil(count / rows), most))
  const rows = (sizes[1] ?? 0) > (sizes[0] ?? 0) ? 2 : 1
  const size = sizes[rows - 1] ?? 0
  const across = Math.ceil(count / rows)
  const free = w - across * size
  const left = name[0] <= x + w * 0.2 ? x : name[0] >= x + w * 0.8 ? x + free : x + free / 2
  const top = y + (h - rows * size) / 2
  return Array.from({ length: count }, (_, i) => [
    left + (i % across) * size,
    top + Math.floor(i / across) * size,
    size,
    size,
  ])
}
