/** Places for spaces that only know their neighbours. The same graph always gives the same places. */
import type { ZoneDef } from '@ludoforge/kernel'
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force'
import type { Point } from '../scene.js'
import { round } from './boxes.js'

interface Node extends SimulationNodeDatum {
  readonly id: string
}

const TICKS = 400

/** `apart`: the least distance of two neighbours. */
export function graphPlaces(spaces: readonly ZoneDef[], apart: number): ReadonlyMap<string, Point> {
  const nodes: Node[] = spaces.map(({ id }) => ({ id })) // it places nodes without a place on a spiral
  const known = new Set(spaces.map(({ id }) => id))
  const links = linksOf(spaces).filter(([a, b]) => known.has(a) && known.has(b))
  forceSimulation(nodes)
    .force(
      'link',
      forceLink<Node, { source: string; target: string }>(
        links.map(([source, target]) => ({ source, target })),
      )
        .id(({ id }) => id)
        .distance(apart * 1.1)
        .strength(0.6),
    )
    .force('apart', forceManyBody<Node>().strength(-apart * 9))
    .force('x', forceX<Node>(0).strength(0.04))
    .force('y', forceY<Node>(0).strength(0.07)) // screens are wider than high
    .force('room', forceCollide<Node>(apart / 2).iterations(4))
    .stop()
    .tick(TICKS)
  const placed = new Map(nodes.map(({ id, x = 0, y = 0 }): [string, Point] => [id, [x, y]]))
  return settled(placed, apart)
}

/** Forces leave some closer than they should be: these are pushed apart until none are. */
function settled(places: Map<string, Point>, apart: number): Map<string, Point> {
  const all = [...places].map(([id, [x, y]]) => ({ id, x, y }))
  for (let pass = 0; pass < 200; pass += 1) {
    let moved = false
    for (const [i, a] of all.entries()) {
      for (const b of all.slice(i + 1)) {
        const dx = b.x - a.x
        const dy = b.y - a.y
        const distance = Math.hypot(dx, dy)
        if (distance >= apart) continue
        const by = (apart - distance) / 2 + 0.1
        const [ux, uy] = distance < 1e-6 ? [1, 0] : [dx / distance, dy / distance]
        a.x -= ux * by
        a.y -= uy * by
        b.x += ux * by
        b.y += uy * by
        moved = true
      }
    }
    if (!moved) break
  }
  return new Map(all.map(({ id, x, y }) => [id, [round(x), round(y)]]))
}

/** Each pair of neighbours once. */
export function linksOf(spaces: readonly ZoneDef[]): (readonly [string, string])[] {
  const seen = new Set<string>()
  return spaces.flatMap(({ id, adjacent }) =>
    adjacent.flatMap((other) => {
      const key = id < other ? `${id} ${other}` : `${other} ${id}`
      if (seen.has(key)) return []
      seen.add(key)
      return [[id, other] as const]
    }),
  )
}
