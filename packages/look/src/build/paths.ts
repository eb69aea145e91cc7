/** SVG paths. */
import type { Box, Point } from '../scene.js'
import { round } from './boxes.js'

const at = ([x, y]: Point): string => `${round(x)} ${round(y)}`

/** A polyline, or a Catmull-Rom spline if `smooth`. Starts with `M` only if `first`. */
export function curve(points: readonly Point[], smooth: boolean, first: boolean): string {
  const [start, ...rest] = points
  if (start === undefined) return ''
  const begin = first ? `M${at(start)}` : ''
  if (!smooth || points.length < 3) return begin + rest.map((point) => `L${at(point)}`).join('')
  const parts = rest.map((point, i) => {
    const before = points[Math.max(0, i - 1)] ?? start
    const from = points[i] ?? start
    const after = points[Math.min(points.length - 1, i + 2)] ?? point
    const control1: Point = [from[0] + (point[0] - before[0]) / 6, from[1] + (point[1] - before[1]) / 6]
    const control2: Point = [point[0] - (after[0] - from[0]) / 6, point[1] - (after[1] - from[1]) / 6]
    return `C${at(control1)} ${at(control2)} ${at(point)}`
  })
  return begin + parts.join('')
}

export function linePath(points: readonly Point[], smooth: boolean, closed: boolean): string {
  const [first] = points
  if (first === undefined) return ''
  return closed ? `${curve([...points, first], smooth, true)}Z` : curve(points, smooth, true)
}

export const polygonPath = (points: readonly Point[]): string => `M${points.map(at).join('L')}Z`

export function circlePath(x: number, y: number, r: number): string {
  return `M${at([x - r, y])}A${round(r)} ${round(r)} 0 1 1 ${at([x + r, y])}A${round(r)} ${round(r)} 0 1 1 ${at([x - r, y])}Z`
}

export function rectanglePath([x, y, width, height]: Box): string {
  return `M${at([x, y])}H${round(x + width)}V${round(y + height)}H${round(x)}Z`
}

/** The centroid of a polygon, or the mean of its points if it has no area. */
export function centreOf(points: readonly Point[]): Point {
  let area = 0
  let sumX = 0
  let sumY = 0
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [x, y]
    const cross = x * nextY - nextX * y
    area += cross
    sumX += (x + nextX) * cross
    sumY += (y + nextY) * cross
  })
  if (Math.abs(area) > 1e-6) return [round(sumX / (3 * area)), round(sumY / (3 * area))]
  const count = Math.max(1, points.length)
  return [
    round(points.reduce((sum, [x]) => sum + x, 0) / count),
    round(points.reduce((sum, [, y]) => sum + y, 0) / count),
  ]
}
