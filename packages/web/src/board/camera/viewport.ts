/** What a stage shows of a board: pure functions on viewports. */
import type { Box, MapScene, Point } from '@ludoforge/look'
import { MIN_CELL_PX, MIN_TEXT_PX } from '../layout/sizes.js'

/** The centre of what is shown, in board units, and the pixels per board unit. */
export interface Viewport {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** The element that shows a board. */
export interface Stage {
  readonly width: number
  readonly height: number
  /** The size of the board, in board units. */
  readonly size: Point
  /** The scale at which names and pieces are legible as drawn, or `null` for a board that is always shown whole. */
  readonly natural: number | null
}

export type Edge = 'up' | 'down' | 'left' | 'right'

/** The default view is at most this much larger than natural size. */
const WIDEST = 1.06 / 0.8
/** A question may step back to this part of natural size. */
const STEP_BACK = 0.77 / 0.8
/** The margin around spaces that are brought into view, in pixels. */
const MARGIN_PX = 14
/** Without regions, a board is shown whole unless its pieces would be smaller than this part of their natural size. */
const SMALL_BOARD = 0.6
const MAX_ZOOM = 5

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Returns the scale at which most names and pieces of a map are legible as drawn. */
export function naturalScale({ spaces }: Pick<MapScene, 'spaces'>): number {
  const areas = spaces.filter(({ line }) => line === undefined)
  const cells = areas.map(({ cell }) => (MIN_CELL_PX * 0.92) / cell)
  const written = areas.filter(({ name }) => name.lines.length > 0)
  const names = written.map(({ name }) => MIN_TEXT_PX / name.size)
  return Math.max(median(cells), median(names))
}

/** Returns the natural scale of a board with a camera, or `null` if it is shown whole: a grid, or a small map. */
export function cameraScale(
  map: MapScene,
  { width, height }: Pick<Stage, 'width' | 'height'>,
  declared: number | undefined,
): number | null {
  const natural = declared ?? naturalScale(map)
  const whole = Math.min(width / map.size[0], height / map.size[1])
  if (whole >= natural) return null
  const large = declared !== undefined || map.regions.length > 0 || whole < natural * SMALL_BOARD
  return large ? natural : null
}

/** Returns the viewport of the whole board. */
export function wholeView({ width, height, size }: Stage): Viewport {
  return { x: size[0] / 2, y: size[1] / 2, scale: Math.min(width / size[0], height / size[1]) }
}

/** Returns the scale of the default view: the full width of the board, if it is legible and not too large. */
export function homeScale(stage: Stage): number {
  const { natural, width, size } = stage
  if (natural === null) return wholeView(stage).scale
  return Math.min(Math.max(natural, width / size[0]), natural * WIDEST)
}

/** Returns the default view: the middle of the board at full width. */
export function homeView(stage: Stage): Viewport {
  return clampView(stage, { x: stage.size[0] / 2, y: stage.size[1] / 2, scale: homeScale(stage) })
}

/** Returns the smallest and the largest scale. */
export function scaleRange(stage: Stage): readonly [number, number] {
  const least = wholeView(stage).scale
  return [Math.min(least, homeScale(stage)), Math.max(least, homeScale(stage)) * MAX_ZOOM]
}

/** Moves a viewport so that it shows as little as possible beyond the board. */
export function clampView(stage: Stage, { x, y, scale }: Viewport): Viewport {
  const [least, most] = scaleRange(stage)
  const at = Math.min(most, Math.max(least, scale))
  const along = (centre: number, length: number, size: number): number => {
    const half = length / at / 2
    return half * 2 >= size ? size / 2 : Math.min(size - half, Math.max(half, centre))
  }
  return { x: along(x, stage.width, stage.size[0]), y: along(y, stage.height, stage.size[1]), scale: at }
}

/** Returns the part of the board that a viewport shows. */
export function frameOf({ width, height }: Stage, { x, y, scale }: Viewport): Box {
  const [w, h] = [width / scale, height / scale]
  return [x - w / 2, y - h / 2, w, h]
}

/** The part of a box on each side of its centre that must be in view. */
const MIDDLE = 0.2

/** Returns the edge beyond which a part of a box is, or `undefined` if its middle is in view. */
export function edgeOf(stage: Stage, view: Viewport, [x, y, w, h]: Box): Edge | undefined {
  const [left, top, wide, high] = frameOf(stage, view)
  const [cx, cy] = [x + w / 2, y + h / 2]
  const beyond: readonly (readonly [Edge, number])[] = [
    ['up', top - cy + h * MIDDLE],
    ['down', cy + h * MIDDLE - top - high],
    ['left', left - cx + w * MIDDLE],
    ['right', cx + w * MIDDLE - left - wide],
  ]
  const [edge, distance] = beyond.reduce((most, one) => (one[1] > most[1] ? one : most))
  return distance > 0 ? edge : undefined
}

/** Returns whether a box is in view as a whole. */
export function isInView(stage: Stage, view: Viewport, [x, y, w, h]: Box): boolean {
  const [left, top, wide, high] = frameOf(stage, view)
  const slack = 1 / view.scale
  return x >= left - slack && y >= top - slack && x + w <= left + wide + slack && y + h <= top + high + slack
}

/** Returns the smallest box around boxes. */
function boundsOf(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , w]) => x + w))
  const bottom = Math.max(...boxes.map(([, y, , h]) => y + h))
  return [left, top, right - left, bottom - top]
}

/**
 * Returns the viewport that shows boxes: the present one if it shows them legibly, otherwise the nearest one at the scale of
 * the default view, or a step back if that is enough. If they can't all be in view, it shows as many as possible.
 */
export function viewOfBoxes(stage: Stage, from: Viewport, boxes: readonly Box[]): Viewport {
  const { natural } = stage
  if (boxes.length === 0 || natural === null) return from
  const low = natural * STEP_BACK
  if (from.scale >= low * 0.999 && boxes.every((box) => isInView(stage, from, box))) return from
  const usual = Math.max(low, Math.min(from.scale, homeScale(stage)))
  const union = boundsOf(boxes)
  const fitting = Math.min(
    (stage.width - 2 * MARGIN_PX) / union[2],
    (stage.height - 2 * MARGIN_PX) / union[3],
  )
  const scale = fitting >= low ? Math.min(Math.max(usual, low), fitting, homeScale(stage)) : usual
  const margin = MARGIN_PX / scale
  const x = bestStart(
    boxes.map(([at, , w]) => [at - margin, at + w + margin]),
    stage.width / scale,
    from.x,
  )
  const inWidth = boxes.filter(([at, , w]) => at + w / 2 >= x && at + w / 2 <= x + stage.width / scale)
  const y = bestStart(
    (inWidth.length === 0 ? boxes : inWidth).map(([, at, , h]) => [at - margin, at + h + margin]),
    stage.height / scale,
    from.y,
  )
  return clampView(stage, { x: x + stage.width / scale / 2, y: y + stage.height / scale / 2, scale })
}

/** Returns the start of a window that contains as many intervals as possible, and of these the nearest to `centre`. */
function bestStart(intervals: readonly Point[], length: number, centre: number): number {
  const here = centre - length / 2
  const candidates = [here, ...intervals.flatMap(([from, to]) => [from, to - length])]
  let best = here
  let most = -1
  for (const start of candidates) {
    const count = intervals.filter(([from, to]) => from >= start - 1e-6 && to <= start + length + 1e-6).length
    if (count > most || (count === most && Math.abs(start - here) < Math.abs(best - here))) {
      best = start
      most = count
    }
  }
  return best
}

/** Returns the viewport that pans to boxes, unless they are in view. What is too large is shown smaller. */
export function revealView(stage: Stage, from: Viewport, boxes: readonly Box[]): Viewport {
  const box = boundsOf(boxes)
  if (isInView(stage, from, box)) return from
  const fits = Math.min((0.94 * stage.width) / box[2], (0.94 * stage.height) / box[3])
  return clampView(stage, { ...centreOf(box), scale: Math.min(from.scale, fits) })
}

/** Returns the viewport that shows a box as large as possible. */
export function closeUp(stage: Stage, box: Box): Viewport {
  const fits = Math.min((0.96 * stage.width) / box[2], (0.96 * stage.height) / box[3])
  return clampView(stage, { ...centreOf(box), scale: fits })
}

function centreOf([x, y, w, h]: Box): Pick<Viewport, 'x' | 'y'> {
  return { x: x + w / 2, y: y + h / 2 }
}

/** Returns whether two viewports look the same. */
export function isSameView(a: Viewport, b: Viewport): boolean {
  return (
    Math.abs(a.scale / b.scale - 1) < 1e-3 &&
    Math.abs(a.x - b.x) * a.scale < 1 &&
    Math.abs(a.y - b.y) * a.scale < 1
  )
}
