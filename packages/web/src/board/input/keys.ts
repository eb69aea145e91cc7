/** From thing to thing with the arrow keys: the nearest one in that direction. */

export interface Spot {
  readonly x: number
  readonly y: number
}

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The index of the nearest spot that lies more in this direction than across it; undefined if there is none. */
export function nearest(from: Spot, spots: readonly Spot[], key: string): number | undefined {
  const way = WAYS[key]
  if (way === undefined) return undefined
  let found: number | undefined
  let least = Number.POSITIVE_INFINITY
  spots.forEach((spot, i) => {
    const dx = spot.x - from.x
    const dy = spot.y - from.y
    const along = dx * way[0] + dy * way[1]
    const across = Math.abs(dx * way[1]) + Math.abs(dy * way[0])
    if (along <= 1 || across > along * 1.6) return
    const far = along + across * 1.4
    if (far < least) {
      least = far
      found = i
    }
  })
  return found
}

export const isArrow = (key: string): boolean => WAYS[key] !== undefined
