/** Spatial navigation with the arrow keys: to the nearest thing in that direction. */

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

export const isArrow = (key: string): boolean => DIRECTIONS[key] !== undefined
