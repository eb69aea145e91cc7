/** Moves names and marks of neighbouring spaces off pieces and off each other. */
import type { Box, Point, SpaceShape } from '@ludoforge/look'
import { type Arrangement, nameBox } from './arrange.js'

export interface ArrangedSpace {
  readonly shape: SpaceShape
  readonly arrangement: Arrangement
}

/**
 * Moves the name and the marks of each space as little as possible, so that they cover no pieces, no name and no other marks.
 * Marks follow their name. A label that is free stays where the look has it. Greedy: the most covered labels come first.
 */
export function placeLabels(spaces: readonly ArrangedSpace[], size: Point): Arrangement[] {
  const obstacles = spaces.flatMap(({ arrangement: { plate, badge } }) =>
    [plate, badge].filter((box): box is Box => box !== null),
  )
  const labels = spaces.map((space, i) => {
    const boxes = labelBoxes(space)
    return { i, boxes, covered: blocked(boxes, obstacles) }
  })
  const isFree = labels.map(({ boxes, covered }) => covered === 0 && !touchesOthers(boxes, labels))
  const placed = labels.flatMap(({ i, boxes }) => (isFree[i] === true ? boxes : []))
  const results = spaces.map(({ arrangement }) => arrangement)
  for (const { i } of labels
    .filter((label) => isFree[label.i] !== true)
    .toSorted((a, b) => b.covered - a.covered)) {
    const space = spaces[i]
    if (space === undefined) continue
    const { plate, marks } = space.arrangement
    const name = nameBoxes(space)
    const offset = bestOffset(name, [0, 0], plate, [...obstacles, ...placed], size)
    placed.push(...name.map((box) => moved(box, ...offset)))
    const along = bestOffset(marks, offset, plate, [...obstacles, ...placed], size)
    placed.push(...marks.map((box) => moved(box, ...along)))
    results[i] = withLabelMoved(space.arrangement, offset, along)
  }
  return results
}

function nameBoxes({ shape, arrangement: { name } }: ArrangedSpace): Box[] {
  return name === null ? [] : [nameBox(shape.name, name)]
}

/** Returns the boxes of a space's name and marks. */
function labelBoxes(space: ArrangedSpace): Box[] {
  return [...nameBoxes(space), ...space.arrangement.marks]
}

const moved = ([x, y, w, h]: Box, dx: number, dy: number): Box => [x + dx, y + dy, w, h]

/** Returns the area that two boxes share. */
function overlap([x, y, w, h]: Box, [a, b, c, d]: Box): number {
  const wide = Math.min(x + w, a + c) - Math.max(x, a)
  const high = Math.min(y + h, b + d) - Math.max(y, b)
  return wide > 0.5 && high > 0.5 ? wide * high : 0
}

function blocked(boxes: readonly Box[], obstacles: readonly Box[]): number {
  let sum = 0
  for (const box of boxes) for (const other of obstacles) sum += overlap(box, other)
  return sum
}

function touchesOthers(boxes: readonly Box[], all: readonly { readonly boxes: readonly Box[] }[]): boolean {
  return all.some((other) => other.boxes !== boxes && blocked(boxes, other.boxes) > 0)
}

/** How far a label may move, in its own heights. */
const REACH = 2.5

/** Returns the offset with the least overlap, and of these the one nearest to `start`. */
function bestOffset(
  boxes: readonly Box[],
  start: Point,
  plate: Box | null,
  obstacles: readonly Box[],
  [width, height]: Point,
): Point {
  if (boxes.length === 0) return start
  const left = Math.min(...boxes.map(([x]) => x))
  const top = Math.min(...boxes.map(([, y]) => y))
  const right = Math.max(...boxes.map(([x, , w]) => x + w))
  const bottom = Math.max(...boxes.map(([, y, , h]) => y + h))
  const near = obstacles.filter(
    (box) => overlap(box, [left - 110, top - 110, right - left + 220, bottom - top + 220]) > 0,
  )
  const stops = plate === null ? near : [plate, ...near]
  const xs = [start[0], ...stops.flatMap(([x, , w]) => [x - right, x + w - left])]
  const ys = [start[1], ...stops.flatMap(([, y, , h]) => [y - bottom, y + h - top])]
  const reach = Math.max(right - left, (bottom - top) * REACH)
  let best: Point = start
  let least = Number.POSITIVE_INFINITY
  for (const dx of xs)
    for (const dy of ys) {
      const distance = Math.hypot(dx - start[0], dy - start[1])
      if (distance > reach) continue
      let cost = distance * 6
      for (const box of boxes) {
        const [x, y, w, h] = moved(box, dx, dy)
        const out = Math.max(0, -x, x + w - width) * h + Math.max(0, -y, y + h - height) * w
        cost += out * 4
        for (const other of near) cost += overlap([x, y, w, h], other) * 10
        if (cost >= least) break
      }
      if (cost < least) {
        least = cost
        best = [dx, dy]
      }
    }
  return best
}

function withLabelMoved(arrangement: Arrangement, [dx, dy]: Point, along: Point): Arrangement {
  const { name, marks } = arrangement
  return {
    ...arrangement,
    name:
      name === null
        ? null
        : {
            ...name,
            at: [name.at[0] + dx, name.at[1] + dy],
            ...(name.plate === undefined ? {} : { plate: moved(name.plate, dx, dy) }),
          },
    marks: marks.map((box) => moved(box, ...along)),
  }
}

/** Returns where a sign of some size at the edge of a space's pieces, or of its name, covers the least. */
export function signSpot(space: ArrangedSpace, spaces: readonly ArrangedSpace[], side: number): Point {
  const { plate, name } = space.arrangement
  const [x, y, w, h] = plate ?? (name === null ? space.shape.pieces : nameBox(space.shape.name, name))
  const out = side * (plate === null ? 0.55 : 0.3)
  const candidates: readonly Point[] = [
    [x - out, y + h / 2],
    [x - out, y],
    [x - out, y + h],
    [x + w + out, y + h / 2],
    [x + w / 2, y - out],
    [x + w / 2, y + h + out],
  ]
  let best: Point = [x - out, y + h / 2]
  let least = Number.POSITIVE_INFINITY
  candidates.forEach(([cx, cy], i) => {
    const box: Box = [cx - side / 2, cy - side / 2, side, side]
    let cost = i * side * side * 0.02
    for (const other of spaces) {
      cost += blocked([box], labelBoxes(other)) * 2
      if (other !== space && other.arrangement.plate !== null) cost += overlap(box, other.arrangement.plate)
    }
    if (cost >= least) return
    least = cost
    best = [cx, cy]
  })
  return best
}
