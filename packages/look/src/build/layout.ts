/** The layouts for wide and tall screens: as the look gives them, or packed automatically. */
import type { GameDef, ZoneDef } from '@ludoforge/kernel'
import type { AreaBox, LayoutRule, Look, MarkerRule } from '../reader/look.js'
import type { Area, Box, Layout, MapScene, SeatLook, TrackMarker } from '../scene.js'
import { inset, round } from './boxes.js'
import { columns, flow, translate, type Packed, type Packable, stack } from './pack.js'
import { shownVariables, type UnplacedArea, unplacedAreas } from './unplaced-areas.js'

type Content = UnplacedArea | 'map'

const EDGE = 12
const GAP = 14
const CELL = 24
const TITLE = 20
const MIN_SEAT_WIDTH = 210
/** The width of a phone, so that text is readable there. */
const TALL_WIDTH = 460
const CARD = { width: 74, height: 104 }

export class Layouts {
  readonly #specs: readonly UnplacedArea[]

  constructor(
    private readonly def: GameDef,
    private readonly look: Look,
    private readonly map: MapScene | null,
    private readonly seats: Readonly<Record<string, SeatLook>>,
    name: (id: string) => string,
  ) {
    this.#specs = unplacedAreas(def, look, name)
  }

  wide(): Layout {
    const { wide } = this.look
    return wide === null ? this.#best([1.6, 1600]) : this.#given(wide)
  }

  tall(): Layout {
    const { tall } = this.look
    if (tall !== null) return this.#given(tall)
    const width = TALL_WIDTH
    const inner = width - 2 * EDGE
    const mapped = this.map === null ? [] : [this.#mapAt(inner, 1.5 * width)]
    const packed = stack([...mapped, this.#common(inner), this.#seatBlocks(inner, inner)])
    return this.#layout(packed, [width, packed.height + 2 * EDGE])
  }

  /** Tries several widths for the column next to the map, and returns the layout with the largest scale on such a screen. */
  #best([aspectRatio, width]: readonly [number, number]): Layout {
    const candidates: { readonly layout: Layout; readonly score: number }[] = []
    const { map } = this
    const widest = map === null ? 2000 : 1100
    for (let side = 360; side <= widest; side += 40) {
      const column = stack([this.#common(side), this.#seatBlocks(side, side)])
      if (map === null) {
        const layout = this.#layout(column, [side + 2 * EDGE, column.height + 2 * EDGE])
        candidates.push({ layout, score: scaleOn(layout.size, aspectRatio, width) })
        continue
      }
      const aspect = map.size[0] / map.size[1]
      const height = Math.max(column.height, 560, 560 / aspect)
      const mapWidth = Math.min(height * aspect, height * 1.9)
      const mapBox: Box = [0, 0, round(mapWidth), round(height)]
      const placed = [
        { what: 'map' as const, box: mapBox },
        ...column.placed.map(({ what, box }) => ({ what, box: translate(box, mapWidth + GAP, 0) })),
      ]
      const wide = column.placed.length === 0 ? mapWidth : mapWidth + GAP + side
      const layout = this.#layout({ placed, height }, [wide + 2 * EDGE, height + 2 * EDGE])
      const scale = scaleOn(layout.size, aspectRatio, width)
      const mapScale = Math.min(mapWidth / map.size[0], height / map.size[1]) * scale
      candidates.push({ layout, score: Math.min(scale, 1.6) * Math.sqrt(Math.min(mapScale, 2)) })
    }
    const best = candidates.reduce((a, b) => (b.score > a.score ? b : a))
    return best.layout
  }

  /** Uses the boxes of the look. Areas without a box go below. */
  #given(rule: LayoutRule): Layout {
    const areas: Area[] = rule.map === null || this.map === null ? [] : [{ kind: 'map', box: rule.map }]
    const rest: UnplacedArea[] = []
    for (const spec of this.#specs) {
      const box = rule.boxes[spec.name]
      if (box === undefined) rest.push(spec)
      else areas.push(this.#area(spec, box))
    }
    const [width, height] = rule.size
    const inner = width - 2 * EDGE
    const unplacedMap = this.map !== null && rule.map === null ? [this.#mapAt(inner, height)] : []
    if (rest.length === 0 && unplacedMap.length === 0) return { size: rule.size, areas }
    const packed = stack([
      ...unplacedMap,
      flow(
        rest.map((spec) => this.#piece(spec)),
        inner,
      ),
    ])
    const more = this.#layout(packed, [width, packed.height + 2 * EDGE])
    const below = more.areas.map((area) => movedDown(area, height))
    return { size: [width, round(height + more.size[1])], areas: [...areas, ...below] }
  }

  #layout({ placed }: Packed<Content>, [width, height]: readonly [number, number]): Layout {
    const areas = placed.map(({ what, box }): Area => {
      const at = translate(box, EDGE, EDGE)
      return what === 'map' ? { kind: 'map', box: at } : this.#area(what, { box: at, runs: [], slots: {} })
    })
    return { size: [round(width), round(height)], areas }
  }

  #mapAt(width: number, highest: number): Packed<Content> {
    const [w, h] = this.map?.size ?? [1, 1]
    const height = round(Math.min((width * h) / w, highest))
    return { placed: [{ what: 'map', box: [0, 0, round(width), height] }], height }
  }

  /** Areas without an owner: values, tracks, decks. */
  #common(width: number): Packed<Content> {
    const common = this.#specs.filter(({ seat }) => seat === undefined)
    return flow(
      common.map((spec) => this.#piece(spec)),
      width,
    )
  }

  #seatBlocks(width: number, room: number): Packed<Content> {
    const blocks = this.def.seats.map(({ id }) => {
      const own = this.#specs.filter(({ seat }) => seat === id)
      const first = own.filter(({ shows }) => shows.kind === 'seat')
      const others = own.filter(({ shows }) => shows.kind !== 'seat')
      const small = others.length > 0 && others.every(({ most }) => most <= 6)
      return (each: number): Packed<Content> => {
        const head = flow(
          first.map((spec) => this.#piece(spec)),
          each,
        )
        const body = flow(
          others.map((spec) => this.#piece(spec, small)),
          each,
        )
        return stack([head, body])
      }
    })
    const count = Math.max(1, Math.min(blocks.length, Math.floor(room / MIN_SEAT_WIDTH)))
    const even = [count, count - 1].find((n) => n > 1 && blocks.length % n === 0) ?? count
    return columns(blocks, even, width)
  }

  #piece(spec: UnplacedArea, small = false): Packable<Content> {
    const { shows } = spec
    const of = (least: number, likes: number, height: (width: number) => number): Packable<Content> => ({
      what: spec,
      least,
      likes,
      height,
    })
    if (shows.kind === 'zone') {
      const zone = this.def.zones.find(({ id }) => id === shows.zone)
      return zone?.holds === 'cards' ? this.#cardsPiece(spec, zone, of) : piecesPiece(spec, small, of)
    }
    if (shows.kind === 'track') {
      const count = shows.to - shows.from + 1
      return of(200, Math.max(200, count * 30), (width) => TITLE + 34 * rowsOfTrack(count, width) + 6)
    }
    if (shows.kind === 'seat') {
      const shown = this.look.seatValues.length + shownVariables(this.def, this.look, 'seat').length
      // Some values fit next to the name. The others go below it.
      return of(200, 10_000, (width) => {
        const below = Math.max(0, shown - Math.floor((width - 80) / 85))
        return 34 + 22 * Math.ceil(below / Math.max(1, Math.floor(width / 110)))
      })
    }
    if (shows.kind === 'values')
      return of(
        200,
        10_000,
        (width) => 16 + 24 * Math.ceil(shows.items.length / Math.max(1, Math.floor(width / 130))),
      )
    if (shows.kind === 'slots')
      return of(
        240,
        400,
        (width) => TITLE + 50 * Math.ceil(shows.slots.length / Math.max(1, Math.floor(width / 110))),
      )
    if (shows.kind === 'legend') return of(160, 200, () => 12 + 22 * shows.rows.length)
    return of(200, 400, () => CARD.height + TITLE)
  }

  #cardsPiece(
    spec: UnplacedArea,
    zone: ZoneDef,
    of: (least: number, likes: number, height: (width: number) => number) => Packable<Content>,
  ): Packable<Content> {
    const shows = spec.shows.kind === 'zone' ? showsOf(zone, spec.most, spec.shows.show) : 'row'
    const height = (): number => CARD.height + TITLE + 10
    if (shows === 'pile') return of(CARD.width + 24, CARD.width + 24, height)
    return zone.owner === undefined ? of(220, 420, height) : of(120, 240, height)
  }

  #area(spec: UnplacedArea, { box, runs, slots }: AreaBox): Area {
    const { shows } = spec
    const base = {
      box,
      ...(spec.title === '' ? {} : { title: spec.title }),
      ...(spec.style === undefined ? {} : { style: spec.style }),
    }
    if (shows.kind === 'zone') {
      const zone = this.def.zones.find(({ id }) => id === shows.zone)
      const { only, cell = CELL } = shows
      return {
        ...base,
        kind: 'zone',
        zone: shows.zone,
        show: zone === undefined ? 'pieces' : showsOf(zone, spec.most, shows.show),
        ...(only === undefined ? {} : { only }),
        ...(zone?.holds === 'cards' && shows.cell === undefined ? {} : { cell }),
        ...(spec.seat === undefined ? {} : { seat: spec.seat }),
      }
    }
    if (shows.kind === 'track') {
      const laid = runs.length > 0 ? runs.flatMap(cellsOfRun) : cellsIn(shows.from, shows.to, box, base.title)
      const cells = laid
        .filter(({ value }) => value >= shows.from && value <= shows.to)
        .map((cell) => ({ ...cell, ...labelled(shows.labels[String(cell.value)]) }))
      return { ...base, kind: 'track', cells, markers: shows.markers.map((marker) => this.#marker(marker)) }
    }
    if (shows.kind === 'seat') {
      const items = shows.items ?? [
        ...this.look.seatValues.map((_, value) => ({ value })),
        ...shownVariables(this.def, this.look, 'seat').map(({ id }) => ({ variable: id })),
      ]
      return {
        ...base,
        kind: 'seat',
        seat: shows.seat,
        values: items.flatMap((item) => ('value' in item ? [item.value] : [])),
        variables: items.flatMap((item) => ('variable' in item ? [item.variable] : [])),
      }
    }
    if (shows.kind === 'slots') {
      const inside = flow(
        shows.slots.map((slot) => ({ what: slot, least: 80, likes: 110, height: () => 46 })),
        box[2] - 8,
      )
      return {
        ...base,
        kind: 'slots',
        slots: inside.placed.map(({ what, box: at }) => ({
          ...what,
          box: slots[what.title] ?? translate(at, box[0] + 4, box[1] + TITLE),
        })),
      }
    }
    if (shows.kind === 'cards') return { ...base, kind: 'cards', value: shows.value }
    if (shows.kind === 'legend') return { ...base, kind: 'legend', rows: shows.rows }
    return { ...base, kind: 'values', items: shows.items }
  }

  #marker({ title, sign, colour, ink, seat, of }: MarkerRule): TrackMarker {
    const own = seat === undefined ? undefined : this.seats[seat]
    return {
      title,
      sign: sign === '' ? (own?.short ?? title.slice(0, 1).toUpperCase()) : sign,
      colour,
      ...(ink === undefined ? (own === undefined ? {} : { ink: own.ink }) : { ink }),
      of: seat === undefined ? of : { seat, ...of },
    }
  }
}

function scaleOn([width, height]: readonly [number, number], aspectRatio: number, screen: number): number {
  return Math.min(screen / width, screen / aspectRatio / height)
}

function piecesPiece(
  spec: UnplacedArea,
  small: boolean,
  of: (least: number, likes: number, height: (width: number) => number) => Packable<Content>,
): Packable<Content> {
  const most = Math.max(spec.most, small ? 2 : 4)
  const across = Math.ceil(Math.sqrt(most * 3))
  return of(90, Math.max(110, across * CELL + 16), (width) => {
    const inRow = Math.max(1, Math.floor((width - 12) / CELL))
    return TITLE + 8 + CELL * Math.max(1, Math.ceil(most / inRow))
  })
}

/** Returns the default arrangement: hidden cards in piles, hands in fans, everything else in rows. */
function showsOf(zone: ZoneDef, most: number, wanted: Extract<Area, { kind: 'zone' }>['show'] | undefined) {
  if (wanted !== undefined) return wanted
  if (zone.holds === 'pieces') return 'pieces'
  if (zone.owner !== undefined) return zone.visible === 'owner' ? 'fan' : 'row'
  return zone.visible === 'none' || most > 12 ? 'pile' : 'row'
}

const rowsOfTrack = (count: number, width: number): number =>
  Math.ceil(count / Math.max(1, Math.floor((width - 8) / 28)))

function cellsIn(from: number, to: number, box: Box, title: string | undefined) {
  const count = to - from + 1
  const top = title === undefined ? 4 : TITLE
  const rows = rowsOfTrack(count, box[2])
  const across = Math.ceil(count / rows)
  const [x, y, width, height] = inset([box[0], box[1] + top - 4, box[2], box[3] - top + 4], 4)
  return Array.from({ length: count }, (_, i) => {
    const cell: Box = [
      round(x + ((i % across) * width) / across),
      round(y + (Math.floor(i / across) * height) / rows),
      round(width / across),
      round(height / rows),
    ]
    return { value: from + i, box: cell }
  })
}

function cellsOfRun({ from, to, box: [x, y, width, height], towards }: AreaBox['runs'][number]) {
  const count = to - from + 1
  return Array.from({ length: count }, (_, i) => {
    const at = towards === 'left' || towards === 'up' ? count - 1 - i : i
    const level = towards === 'right' || towards === 'left'
    const box: Box = level
      ? [round(x + (at * width) / count), y, round(width / count), height]
      : [x, round(y + (at * height) / count), width, round(height / count)]
    return { value: from + i, box }
  })
}

const labelled = (label: string | undefined): { label?: string } => (label === undefined ? {} : { label })

/** Moves an area down. */
function movedDown(area: Area, dy: number): Area {
  const box = translate(area.box, 0, dy)
  if (area.kind === 'track')
    return { ...area, box, cells: area.cells.map((cell) => ({ ...cell, box: translate(cell.box, 0, dy) })) }
  if (area.kind === 'slots')
    return { ...area, box, slots: area.slots.map((slot) => ({ ...slot, box: translate(slot.box, 0, dy) })) }
  return { ...area, box }
}
