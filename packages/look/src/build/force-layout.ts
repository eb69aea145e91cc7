/** Force-directed layout of spaces that have only neighbours and no positions. Deterministic. */
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

const TICKS = 300
const TRIES = 8

/** Returns the positions of the run with the fewest edge crossings. `apart` is the minimum distance of two spaces. */
export function forceLayout(spaces: readonly ZoneDef[], apart: number): ReadonlyMap<string, Point> {
  const known = new Set(spaces.map(({ id }) => id))
  const links = neighbourPairs(spaces).filter(([a, b]) => known.has(a) && known.has(b))
  let best: Map<string, Point> | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (let run = 0; run < TRIES && fewest > 0; run += 1) {
    const places = separate(simulate(spaces, links, apart, run), apart)
    const crossed = crossings(links, places)
    if (crossed < fewest) {
      best = places
      fewest = crossed
    }
  }
  return best ?? new Map()
}

type Link = readonly [string, string]

/** Runs a d3-force simulation. Each run starts with another order of the spaces on a circle. */
function simulate(
  spaces: readonly ZoneDef[],
  links: readonly Link[],
  apart: number,
  run: number,
): Map<string, Point> {
  const count = spaces.length
  const step = [1, 2, 3, 5, 7, 11, 13, 17][run % TRIES] ?? 1
  const radius = apart * Math.sqrt(count)
  const nodes = spaces.map(({ id }, i): Node => {
    const angle = (2 * Math.PI * ((i * step) % count)) / count + i * 1e-3
    return { id, x: radius * Math.cos(angle), y: 0.7 * radius * Math.sin(angle) }
  })
  const simulation = forceSimulation(nodes)
    .force(
      'link',
      forceLink<Node, { source: string; target: string }>(
        links.map(([source, target]) => ({ source, target })),
      )
        .id(({ id }) => id)
        .distance(apart * 1.1)
        .strength(0.5),
    )
    .force(
      'apart',
      forceManyBody<Node>()
        .strength(-apart * 10)
        .distanceMax(apart * 5),
    )
    .force('x', forceX<Node>(0).strength(0.05))
    .force('y', forceY<Node>(0).strength(0.05))
    .stop()
    .tick(TICKS)
  // Collisions come last, so that spaces can pass each other before.
  simulation
    .force('room', forceCollide<Node>(apart / 2).iterations(4))
    .alpha(0.3)
    .tick(TICKS / 2)
  return new Map(nodes.map(({ id, x = 0, y = 0 }): [string, Point] => [id, [x, y]]))
}

function crossings(links: readonly Link[], places: ReadonlyMap<string, Point>): number {
  const lines = links.flatMap(([a, b]) => {
    const from = places.get(a)
    const to = places.get(b)
    return from === undefined || to === undefined ? [] : [{ a, b, from, to }]
  })
  const side = ([px, py]: Point, [qx, qy]: Point, [x, y]: Point): number =>
    Math.sign((qx - px) * (y - py) - (qy - py) * (x - px))
  let count = 0
  for (const [i, first] of lines.entries()) {
    for (const second of lines.slice(i + 1)) {
      if (first.a === second.a || first.a === second.b || first.b === second.a || first.b === second.b)
        continue
      const isSplit = side(first.from, first.to, second.from) !== side(first.from, first.to, second.to)
      if (isSplit && side(second.from, second.to, first.from) !== side(second.from, second.to, first.to))
        count += 1
    }
  }
  return count
}

/** Pushes spaces apart until no two are closer than the minimum distance. */
function separate(places: Map<string, Point>, apart: number): Map<string, Point> {
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

/** Returns each pair of neighbours once. */
export function neighbourPairs(spaces: readonly ZoneDef[]): Link[] {
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
