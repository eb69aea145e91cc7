/** The board cut to the height of the screen, the most important parts first. */
import type { View, ZoneDef } from '@ludoforge/kernel'
import { NO_VALUES, type Values } from '@ludoforge/look'
import { offeredSpaces, signsOf } from './cells.js'
import type { Labels } from './labels.js'
import { boardLines, withDrawing } from './lines.js'
import { type MapText, mapOf } from './map.js'
import { briefSeats, seatLines, seatRows, trackItems, trackLines } from './seats.js'
import { inOrder, isChanged, plainListLines, type Row, rowOf } from './spaces.js'
import { cut, flow } from './text.js'
import { isOpenCards, isOwnHand, zoneLines, zoneParts, zonesOffMap } from './zones.js'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A table as a viewer saw it. */
export interface ShownTable {
  readonly view: View
  readonly values: Values
}

/**
 * The whole board if it fits. Otherwise the turn, the scores, the player's own cards and the look's `in-sight` values,
 * then as much of the board as fits: a drawing complete or not at all; of a list, the spaces that are options, that
 * changed since `before`, or that aren't empty.
 */
export function compactBoard(
  view: View,
  labels: Labels,
  { width, height }: Size,
  values: Values = NO_VALUES,
  before?: ShownTable,
): string[] {
  const whole = boardLines(view, labels, width, values)
  if (whole.length <= height) return whole
  const required = new RequiredParts(view, labels, values)
  const map = mapOf(view, labels, values, width)
  const lines =
    map.drawings.length > 0
      ? drawnBoard(map, required, view, labels, width, height)
      : listedBoard(map.listed, required, { view, values }, labels, { width, height }, before)
  return lines.slice(0, height).map((line) => cut(line, width))
}

/** The required parts, at several levels of detail. */
class RequiredParts {
  readonly #zones: readonly ZoneDef[]

  constructor(
    private readonly view: View,
    private readonly labels: Labels,
    private readonly values: Values,
  ) {
    this.#zones = zonesOffMap(labels)
  }

  /** With all zones off the map. */
  all(width: number): string[] {
    const hands = this.#zones.filter((zone) => isOwnHand(zone, this.view))
    const others = this.#zones.filter((zone) => !hands.includes(zone))
    return this.#lines([...others, ...hands], width)
  }

  rich(width: number): string[] {
    return this.#lines([...this.#open(), ...this.#hands()], width)
  }

  #lines(zones: readonly ZoneDef[], width: number): string[] {
    const { view, labels, values } = this
    return [
      ...trackLines(trackItems(view, labels, values), width),
      ...seatLines(seatRows(view, labels, values), width),
      ...zoneLines(view, zones, labels, width),
    ]
  }

  brief(width: number): string[] {
    const { view, labels, values } = this
    const seats = briefSeats(seatRows(view, labels, values), this.#isInSight)
    return [
      ...trackLines(this.#tracks(), width),
      ...flow(seats, labels.paint.dim(' · '), width),
      ...zoneLines(view, [...this.#open(), ...this.#hands()], labels, width),
    ]
  }

  /** Everything in one paragraph, the most important first. */
  tiny(width: number): string[] {
    const { view, labels, values } = this
    const rows = seatRows(view, labels, values).toSorted(
      (a, b) => Number(b.id === view.seat) - Number(a.id === view.seat),
    )
    const zones = [this.#hands(), this.#open()].map((group) =>
      zoneLines(view, group, labels, Infinity).flatMap((line) => line.split(' ')),
    )
    const [hands = [], open = []] = zones
    const seats = briefSeats(rows, this.#isInSight).map((text) => `${text} `)
    const tracks = this.#tracks().flatMap(({ text }) => (text === '' ? [] : [`${text} `]))
    const words = [...hands, ...(hands.length > 0 ? [''] : []), ...seats, ...open, ...tracks]
    return flow(words, ' ', width).map((line) => line.trimEnd())
  }

  /** The minimum: the turn, one value of each seat, and the player's own cards without their zones' titles. */
  least(width: number): string[] {
    const { view, labels, values } = this
    const rows = seatRows(view, labels, values)
    const shown = labels.look.inSight.find((key) =>
      rows.some(({ items }) => items.some((one) => one.key === key)),
    )
    const seats = briefSeats(rows, (key) => key === shown).map((text) => `${text} `)
    const cards = this.#hands().flatMap((zone) => zoneParts(zone, view, labels).map((part) => part.trimEnd()))
    return flow([...seats, ...cards], ' ', width).map((line) => line.trimEnd())
  }

  /** The most detailed of the short layouts that fits. */
  within({ width, height }: Size): string[] {
    const layouts = [this.brief(width), this.tiny(width), this.least(width)]
    return layouts.find((lines) => lines.length <= height) ?? this.least(width).slice(0, height)
  }

  readonly #isInSight = (key: string): boolean => this.labels.look.inSight.includes(key)

  #tracks() {
    const { view, labels, values } = this
    const { inSight, values: all } = labels.look
    const titles = inSight.length > 0 ? inSight : all.map(({ title }) => title)
    const items = trackItems(view, labels, values)
    return titles.flatMap((title) => items.filter(({ key }) => key === title))
  }

  #hands(): ZoneDef[] {
    return this.#zones.filter((zone) => isOwnHand(zone, this.view))
  }

  #open(): ZoneDef[] {
    const { inSight } = this.labels.look
    const named = ({ id, family }: ZoneDef): boolean =>
      inSight.includes(id) || (family !== undefined && inSight.includes(family))
    const others = this.#zones.filter((zone) => !isOwnHand(zone, this.view))
    return others.filter((zone) => (inSight.length > 0 ? named(zone) : isOpenCards(zone, this.view)))
  }
}

function drawnBoard(
  map: MapText,
  required: RequiredParts,
  view: View,
  labels: Labels,
  width: number,
  height: number,
): string[] {
  const levels = [
    (w: number) => required.all(w),
    (w: number) => required.rich(w),
    (w: number) => required.brief(w),
  ]
  for (const legend of [map.legend, []])
    for (const rest of levels)
      for (const drawing of map.drawings) {
        const lines = withDrawing(drawing, legend, rest, labels, width)
        if (lines.length <= height) return lines
      }
  const must = required.within({ width, height })
  const room = height - must.length
  const places = placeLines(view, labels, width)
  const shown = places.length <= room ? places : [...places.slice(0, room - 1), moreText('', labels)]
  return [...(room > 0 ? shown : []), ...must]
}

const moreText = (what: string, { paint }: Labels): string =>
  paint.dim(what === '' ? '… type board for the whole board' : `… ${what} (type board)`)

/** A substitute for a drawing that doesn't fit: each kind of piece with its spaces. */
function placeLines(view: View, labels: Labels, width: number): string[] {
  const places = new Map<string, string[]>()
  for (const { id, space } of labels.def.zones) {
    if (!space || labels.isHidden(id)) continue
    for (const [kind, count] of Object.entries(view.zones[id]?.pieces ?? {})) {
      const name = labels.place(id)
      places.set(kind, [...(places.get(kind) ?? []), count === 1 ? name : `${name} ×${count}`])
    }
  }
  const signs = signsOf(labels)
  return [...places].flatMap(([kind, names]) => flow([`${signs.pieces(kind, 1)}:`, ...names], ' ', width))
}

function listedBoard(
  spaces: readonly ZoneDef[],
  required: RequiredParts,
  { view, values }: ShownTable,
  labels: Labels,
  { width, height }: Size,
  before: ShownTable | undefined,
): string[] {
  const rich = required.rich(width)
  const enough = spaces.length === 0 ? height : Math.floor(height / 2)
  const must = rich.length <= enough ? rich : required.within({ width, height })
  const room = height - must.length
  if (spaces.length === 0 || room <= 0) return must
  const offered = offeredSpaces(view.decision)
  const ranked = inOrder(spaces, labels)
    .map(({ id }) => rowOf(id, view, labels, values))
    .map((row) => ({ row, rank: rankOf(row) }))
  const order = ranked.toSorted((a, b) => a.rank - b.rank).filter(({ rank }) => rank < EMPTY)
  for (let count = order.length; count > 0; count -= 1) {
    const chosen = new Set(order.slice(0, count))
    const lines = plainListLines(
      ranked.filter((item) => chosen.has(item)).map(({ row }) => row),
      width,
    )
    const left = spaces.length - count
    const more = left === 0 ? [] : [moreText(`${left} more ${left === 1 ? 'space' : 'spaces'}`, labels)]
    if (lines.length + more.length <= room) return [...lines, ...more, ...must]
  }
  return [moreText(`${spaces.length} spaces`, labels), ...must]

  function rankOf(row: Row): number {
    if (offered.has(row.id)) return 0
    if (before !== undefined && isChanged(row, rowOf(row.id, before.view, labels, before.values))) return 1
    if (row.empty) return EMPTY
    const kinds = Object.keys(view.zones[row.id]?.pieces ?? {})
    return kinds.some((kind) => labels.ownerOf(kind) === view.seat) ? 2 : 3
  }
}

const EMPTY = 9
