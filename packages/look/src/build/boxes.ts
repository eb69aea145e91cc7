/** Geometry of boxes. */
import type { Box, Point } from '../scene.js'

/** Rounds to a tenth of a unit, which is finer than any screen. */
export const round = (value: number): number => Math.round(value * 10) / 10

export function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box[0]))
  const y = Math.min(...boxes.map((box) => box[1]))
  const right = Math.max(...boxes.map((box) => box[0] + box[2]))
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]))
  return [round(x), round(y), round(right - x), round(bottom - y)]
}

export function boxOfPoints(points: readonly Point[]): Box {
  return boxAround(points.map(([x, y]): Box => [x, y, 0, 0]))
}

export const centreOfBox = ([x, y, width, height]: Box): Point => [
  round(x + width / 2),
  round(y + height / 2),
]

export function overlaps(a: Box, b: Box): boolean {
  const slack = 0.2
  return (
    a[0] < b[0] + b[2] - slack &&
    b[0] < a[0] + a[2] - slack &&
    a[1] < b[1] + b[3] - slack &&
    b[1] < a[1] + a[3] - slack
  )
}
