/** The map of a scene: drawn by the look, or generated from the game's boards and neighbours. */
import type { Constant, GameDef, ZoneDef } from '@ludoforge/kernel'
import type { Look } from '../reader/look.js'
import type { Box, Drawing, MapScene, Point, SpaceShape } from '../scene.js'
import { boxAround, round } from './boxes.js'
import { spaceShape } from './drawn-space.js'
import { forceLayout, neighbourPairs } from './force-layout.js'
import { breakLines } from './names.js'
import { circlePath, polygonPath, rectanglePath } from './paths.js'
import { rowsGoUp } from '../rows-go-up.js'

/** A part of a map in local coordinates, starting at 0, 0. */
interface Part {
  readonly size: readonly [number, number]
  readonly spaces: readonly SpaceShape[]
  readonly under: readonly Drawing[]
  readonly over: readonly Drawing[]
}

export interface MapNames {
  readonly name: (id: string) => string
  readonly style: (zone: ZoneDef, place: { readonly column: number; readonly row: number }) => string
}

const GAP = 60

export function mapOf(def: GameDef, look: Look, names: MapNames): MapScene | null {
  const spaces = def.zones.filter(({ space, id, family }) => space && !isHidden(look, id, family))
  if (spaces.length === 0 && look.map === null) return null
  const drawn = look.map?.spaces.filter(({ zone }) => spaces.some(({ id }) => id === zone)) ?? []
  const rest = spaces.filter(({ id }) => !drawn.some(({ zone }) => zone === id))
  const parts: Part[] = partsOf(rest, names)
  if (look.map !== null) {
    const byId = new Map(def.zones.map((zone) => [zone.id, zone]))
    parts.unshift({
      size: look.map.size,
      spaces: drawn.map((space) => spaceShape(space, byId.get(space.zone), names)),
      under: look.map.under,
      over: look.map.over,
    })
  }
  const map = sideBySide(parts)
  const regions = look.map !== null && look.map.regions.length > 0 ? look.map.regions : regionsOf(look, map)
  return { ...map, regions }
}

export function isHidden({ hide }: Look, id: string, family?: string): boolean {
  return hide.includes(id) || (family !== undefined && hide.includes(family))
}

/** Turns groups of spaces into regions to zoom to. */
function regionsOf(look: Look, map: Omit<MapScene, 'regions'>): MapScene['regions'] {
  return look.groups.flatMap(({ title, spaces }) => {
    const boxes = map.spaces
      .filter(({ zone }) => spaces.includes(zone))
      .map(({ pieces, marks }) => boxAround([pieces, marks]))
    if (boxes.length === 0 || boxes.length === map.spaces.length) return []
    const [x, y, width, height] = boxAround(boxes)
    return [{ title, box: [x - 30, y - 30, width + 60, height + 60] as const }]
  })
}

function partsOf(spaces: readonly ZoneDef[], names: MapNames): Part[] {
  const boards = new Map<string, ZoneDef[]>()
  const loose: ZoneDef[] = []
  for (const zone of spaces) {
    const id =
      zone.board?.id ??
      (numberOf(zone, 'column') !== undefined && numberOf(zone, 'row') !== undefined ? '' : undefined)
    if (id === undefined) loose.push(zone)
    else boards.set(id, [...(boards.get(id) ?? []), zone])
  }
  const drawn = [...boards.values()].map((zones) =>
    zones.every((zone) => numberOf(zone, 'q') !== undefined && numberOf(zone, 'r') !== undefined)
      ? hexes(zones, names)
      : grid(zones, names),
  )
  return loose.length === 0 ? drawn : [...drawn, graph(loose, names)]
}

const numberOf = ({ attributes }: ZoneDef, name: string): number | undefined => {
  const value: Constant | undefined = attributes[name]
  return typeof value === 'number' ? value : undefined
}

function sideBySide(parts: readonly Part[]): Omit<MapScene, 'regions'> {
  const height = Math.max(...parts.map(({ size }) => size[1]))
  let x = 0
  const placed = parts.map((part) => {
    const translated =
      x === 0 && part.size[1] === height ? part : translate(part, x, (height - part.size[1]) / 2)
    x += part.size[0] + GAP
    return translated
  })
  return {
    size: [round(x - GAP), round(height)],
    under: placed.flatMap(({ under }) => under),
    spaces: placed.flatMap(({ spaces }) => spaces).toSorted((a, b) => a.order - b.order),
    over: placed.flatMap(({ over }) => over),
  }
}

/** Translates a generated part. Its paths are polygons and circles in absolute coordinates. */
function translate(part: Part, dx: number, dy: number): Part {
  const point = ([x, y]: Point): Point => [round(x + dx), round(y + dy)]
  const box = ([x, y, width, height]: Box): Box => [round(x + dx), round(y + dy), width, height]
  const drawing = (shape: Drawing): Drawing => {
    if ('path' in shape) return { ...shape, path: translatePath(shape.path, dx, dy) }
    if ('text' in shape) return { ...shape, at: point(shape.at) }
    return { ...shape, at: shape.at.map(([x, y, scale]) => [round(x + dx), round(y + dy), scale] as const) }
  }
  return {
    size: part.size,
    spaces: part.spaces.map((space) => ({
      ...space,
      path: translatePath(space.path, dx, dy),
      name: { ...space.name, at: point(space.name.at) },
      pieces: box(space.pieces),
      marks: box(space.marks),
    })),
    under: part.under.map(drawing),
    over: part.over.map(drawing),
  }
}

/** Translates the commands `M`, `L`, `H`, `V` and `A` of a path. */
function translatePath(path: string, dx: number, dy: number): string {
  return path.replaceAll(/([MLHVA])([^MLHVAZ]*)/g, (_, letter: string, rest: string) => {
    const numbers = rest.trim().split(/\s+/).map(Number)
    const [a = 0, b = 0] = numbers
    if (letter === 'H') return `H${round(a + dx)}`
    if (letter === 'V') return `V${round(a + dy)}`
    const [x = 0, y = 0] = numbers.slice(-2)
    const moved = `${round(x + dx)} ${round(y + dy)}`
    return letter === 'A' ? `A${a} ${b} ${numbers.slice(2, 5).join(' ')} ${moved}` : `${letter}${moved}`
  })
}

const SQUARE = 100
const MARGIN = 34 // for the coordinates next to the board

/** A grid of squares. Coordinates such as "C4" are shown at its edge, other names in the squares. */
function grid(zones: readonly ZoneDef[], names: MapNames): Part {
  const at = zones.map((zone) => ({
    zone,
    column: zone.board?.column ?? numberOf(zone, 'column') ?? 0,
    row: zone.board?.row ?? numberOf(zone, 'row') ?? 0,
  }))
  const left = Math.min(...at.map(({ column }) => column))
  const top = Math.min(...at.map(({ row }) => row))
  const columns = Math.max(...at.map(({ column }) => column)) - left + 1
  const rows = Math.max(...at.map(({ row }) => row)) - top + 1
  const isUpward = rowsGoUp(zones)
  const rowAt = (line: number): number => (isUpward ? top + rows - 1 - line : top + line)
  const hasCoordinates = at.every(({ zone }) => /^[a-z]{1,2}\d{1,2}$/i.test(names.name(zone.id)))
  const margin = hasCoordinates ? MARGIN : 0
  const spaces = at.map(({ zone, column, row }): SpaceShape => {
    const x = margin + (column - left) * SQUARE
    const y = (isUpward ? top + rows - 1 - row : row - top) * SQUARE
    const box: Box = [x, y, SQUARE, SQUARE]
    const lines = hasCoordinates ? [] : breakLines(names.name(zone.id), 13)
    return {
      zone: zone.id,
      path: rectanglePath(box),
      style: names.style(zone, { column, row }),
      order: 0,
      name: { lines, at: [x + SQUARE / 2, y + 14], size: 13, style: 'space-name' },
      pieces: hasCoordinates
        ? [x + 8, y + 8, SQUARE - 16, SQUARE - 26]
        : [x + 8, y + 14 + 13 * lines.length, SQUARE - 16, SQUARE - 36 - 13 * lines.length],
      cell: hasCoordinates ? 68 : 34,
      marks: [x + 6, y + SQUARE - 18, SQUARE - 12, 16],
    }
  })
  const label = (text: string, x: number, y: number): Drawing => ({
    text,
    at: [x, y],
    anchor: 'middle',
    style: 'label',
  })
  const over: Drawing[] = []
  if (hasCoordinates) {
    const nameAt = (test: (space: (typeof at)[number]) => boolean): string =>
      names.name(at.find(test)?.zone.id ?? '')
    for (let i = 0; i < columns; i += 1) {
      const letters = /^[a-z]+/i.exec(nameAt(({ column }) => column === left + i))?.[0] ?? ''
      over.push(label(letters, margin + (i + 0.5) * SQUARE, rows * SQUARE + 23))
    }
    for (let i = 0; i < rows; i += 1) {
      const digits = /\d+$/.exec(nameAt(({ row }) => row === rowAt(i)))?.[0] ?? ''
      over.push(label(digits, margin / 2, (i + 0.5) * SQUARE + 6))
    }
  }
  // Half a margin at the right keeps the board off the edge of a phone.
  const size: [number, number] = [columns * SQUARE + 1.5 * margin, rows * SQUARE + margin]
  return { size, spaces, under: [], over }
}

const HEX = 64 // circumradius

/** A grid of flat-top hexes in axial coordinates. */
function hexes(zones: readonly ZoneDef[], names: MapNames): Part {
  const high = HEX * Math.sqrt(3)
  const at = zones.map((zone) => {
    const q = numberOf(zone, 'q') ?? 0
    const r = numberOf(zone, 'r') ?? 0
    return { zone, q, r, x: 1.5 * HEX * q, y: high * (r + q / 2) }
  })
  const left = Math.min(...at.map(({ x }) => x)) - HEX
  const top = Math.min(...at.map(({ y }) => y)) - high / 2
  const width = Math.max(...at.map(({ x }) => x)) + HEX - left
  const height = Math.max(...at.map(({ y }) => y)) + high / 2 - top
  const edge = 4
  const spaces = at.map(({ zone, q, r, x, y }): SpaceShape => {
    const cx = round(x - left + edge)
    const cy = round(y - top + edge)
    const corners = [0, 1, 2, 3, 4, 5].map((i): Point => {
      const angle = (Math.PI / 3) * i
      return [cx + HEX * Math.cos(angle), cy + HEX * Math.sin(angle)]
    })
    return {
      zone: zone.id,
      path: polygonPath(corners),
      style: names.style(zone, { column: q, row: r }),
      order: 0,
      name: {
        lines: breakLines(names.name(zone.id), 10),
        at: [cx, round(cy - high / 2 + 16)],
        size: 12,
        style: 'space-name',
      },
      pieces: [cx - 44, round(cy - high / 2 + 22), 88, round(high - 46)],
      cell: 30,
      marks: [cx - 30, round(cy + high / 2 - 20), 60, 16],
    }
  })
  return { size: [round(width + 2 * edge), round(height + 2 * edge)], spaces, under: [], over: [] }
}

const RADIUS = 58

/** A graph: spaces as circles, with lines between neighbours. */
function graph(zones: readonly ZoneDef[], names: MapNames): Part {
  const places = forceLayout(zones, 3.1 * RADIUS)
  const points = [...places.values()]
  const left = Math.min(...points.map(([x]) => x)) - RADIUS - 20
  const top = Math.min(...points.map(([, y]) => y)) - RADIUS - 24
  const right = Math.max(...points.map(([x]) => x)) + RADIUS + 20
  const bottom = Math.max(...points.map(([, y]) => y)) + RADIUS + 26
  const placeOf = (id: string): Point | undefined => {
    const place = places.get(id)
    return place === undefined ? undefined : [round(place[0] - left), round(place[1] - top)]
  }
  const under = neighbourPairs(zones).flatMap(([a, b]): Drawing[] => {
    const from = placeOf(a)
    const to = placeOf(b)
    return from === undefined || to === undefined
      ? []
      : [{ path: `M${from.join(' ')}L${to.join(' ')}`, style: 'link' }]
  })
  const spaces = zones.map((zone, i): SpaceShape => {
    const [x, y] = placeOf(zone.id) ?? [0, 0]
    const lines = breakLines(names.name(zone.id), 14)
    return {
      zone: zone.id,
      path: circlePath(x, y, RADIUS),
      style: names.style(zone, { column: i, row: 0 }),
      order: 0,
      name: { lines, at: [x, round(y - RADIUS + 20)], size: 13, style: 'space-name' },
      pieces: [
        x - 42,
        round(y - RADIUS + 26 + 13 * (lines.length - 1)),
        84,
        round(66 - 13 * (lines.length - 1)),
      ],
      cell: 24,
      marks: [x - 36, round(y + RADIUS - 24), 72, 16],
    }
  })
  return { size: [round(right - left), round(bottom - top)], spaces, under, over: [] }
}
