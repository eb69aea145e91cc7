/** Navigation by keys: with the arrows to the nearest thing in that direction, with Tab in reading order. */

export interface Spot {
  readonly x: number
  readonly y: number
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Returns the index of the nearest spot within the key's cone, or `undefined` if there is none. */
export function nearestInDirection(from: Spot, spots: readonly Spot[], key: string): number | undefined {
  const direction = DIRECTIONS[key]
  if (direction === undefined) return undefined
  let found: number | undefined
  let least = Number.POSITIVE_INFINITY
  spots.forEach((spot, i) => {
    const dx = spot.x - from.x
    const dy = spot.y - from.y
    const along = dx * direction[0] + dy * direction[1]
    const across = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0])
    if (along <= 1 || across > along * 1.6) return
    const distance = along + across * 1.4
    if (distance < least) {
      least = distance
      found = i
    }
  })
  return found
}

/** Things whose heights differ by less than this many pixels are in one line. */
const LINE_PX = 24

/** Returns the index of the spot after another in reading order, or before it. `undefined`: there is none. */
export function nextInReadingOrder(from: Spot, spots: readonly Spot[], step: 1 | -1): number | undefined {
  const line = ({ y }: Spot): number => Math.round(y / LINE_PX)
  const compare = (a: Spot, b: Spot): number => (line(a) - line(b) || a.x - b.x) * step
  let found: number | undefined
  spots.forEach((spot, i) => {
    const best = found === undefined ? undefined : spots[found]
    if (compare(spot, from) > 0 && (best === undefined || compare(spot, best) < 0)) found = i
  })
  return found
}

export const isArrow = (key: string): boolean => DIRECTIONS[key] !== undefined
