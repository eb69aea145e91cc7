/** A view as lines of text. Pure: the same view, look, values and width give the same lines. */
import type { Constant, GameDef, View, ZoneDef } from '@ludoforge/kernel'
import { NO_VALUES, type Values } from '@ludoforge/look'
import { type Cell, gridLines, hexLines, liesOnGrid, liesOnHexes } from './grid.js'
import type { Labels } from './labels.js'
import { heldParts, listLines, wordsOf } from './spaces.js'
import { flow, pad, widthOf } from './text.js'
import { worthShowing } from './values.js'

/** The whole table as this view shows it: the map, the zones beside it, the tracks, the seats. */
export function boardLines(
  view: View,
  labels: Labels,
  width: number,
  computed: Values = NO_VALUES,
): string[] {
  const { abbreviations } = labels.look
  return [
    ...mapLines(view, labels, width, computed),
    ...flow(abbreviations.split(' '), ' ', width).map((line) => labels.paint.dim(line)),
    ...zoneLines(view, labels, width),
    ...trackLines(view, labels, width, computed),
    ...seatLines(view, labels, width, computed),
  ]
}

function mapLines(view: View, labels: Labels, width: number, computed: Values): string[] {
  const spaces = labels.def.zones.filter(({ space, id }) => space && !labels.isHidden(id))
  const cellOf = ({ id }: ZoneDef): Cell => ({
    name: labels.paint.dim(labels.short[id] ?? id),
    content: wordsOf(id, view, labels, computed),
  })
  const drawn = [
    ...(gridLines(spaces.filter(liesOnGrid), cellOf, width) ?? []),
    ...(hexLines(spaces.filter(liesOnHexes), cellOf, width) ?? []),
  ]
  const rest = drawn.length > 0 ? spaces.filter((space) => !liesOnGrid(space) && !liesOnHexes(space)) : spaces
  return [...drawn, ...listLines(view, rest, labels, computed, width)]
}

/** Whether the map is a drawing rather than a list. */
export function isDrawn(def: GameDef): boolean {
  return def.zones.some((zone) => zone.space && (liesOnGrid(zone) || liesOnHexes(zone)))
}

const MANY_CARDS = 12

/** Zones beside the map with something in them; as many in a line as fit. */
function zoneLines(view: View, labels: Labels, width: number): string[] {
  const { zones: first } = labels.look
  const rank = ({ id, family }: ZoneDef) => {
    const at = first.findIndex((wanted) => wanted === id || wanted === family)
    return at < 0 ? first.length : at
  }
  const zones = labels.def.zones
    .filter(({ space, id }) => !space && !labels.isHidden(id))
    .toSorted((a, b) => rank(a) - rank(b))
  const items = new Map<string, string[]>()
  for (const zone of zones) {
    const held = zoneParts(zone, view, labels)
    if (held.length === 0) continue
    // Where pieces are told by owner, the boxes of all seats are one box.
    const shared = labels.look.byOwner && zone.holds === 'pieces' && zone.owner !== undefined
    const title = shared ? labels.zone(zone.id).replace(/ \(.*\)$/, '') : labels.zone(zone.id)
    const before = items.get(title)
    const more = (before ?? []).map((part, i, all) =>
      i < all.length - 1 ? part : part + labels.paint.dim(' · '),
    )
    items.set(title, [...more, ...held])
  }
  const lines: string[] = []
  for (const [title, held] of items) {
    const parts = [`${labels.paint.bold(title)}: `, ...held]
    const last = lines.at(-1)
    const beside = last === undefined ? undefined : `${last}   ${parts.join('')}`
    if (beside !== undefined && widthOf(beside) <= width) lines[lines.length - 1] = beside
    else lines.push(...flow(parts, '', width).map((line) => line.trimEnd()))
  }
  return lines
}

function zoneParts({ id, holds }: ZoneDef, view: View, labels: Labels): string[] {
  const zone = view.zones[id]
  if (zone === undefined || zone.size === 0) return []
  if (holds === 'pieces') return heldParts(zone, labels)
  if (zone.cards === undefined) return [`${zone.size} cards`]
  if (zone.cards.length > MANY_CARDS) return [`${zone.size} cards`]
  const cards = zone.cards.map((card) => labels.kind(card) + cardNote(card, id, labels))
  return cards.map((card, i) => (i < cards.length - 1 ? `${card}, ` : card))
}

/** The properties of a card that the look wants told where it lies. */
function cardNote(kind: string, zone: string, labels: Labels): string {
  const wanted = labels.look.cardNotes[zone] ?? labels.look.cardNotes[zone.split(':')[0] ?? ''] ?? []
  const type = labels.def.tokens.find(({ id }) => id === kind.split('+')[0])
  const notes = wanted.flatMap((prop) => {
    const value: Constant | undefined = type?.props[prop]
    if (value === undefined || value === null) return []
    const words = (Array.isArray(value) ? value : [value]).map((item: Constant) => String(item))
    return words.some((word) => labels.isHidden(word))
      ? []
      : [words.map((word) => labels.word(word)).join(' ')]
  })
  return notes.length === 0 ? '' : ` (${notes.join('; ')})`
}

function trackLines(view: View, labels: Labels, width: number, computed: Values): string[] {
  const { variables, values } = labels.look
  const ids =
    variables.length > 0 ? variables.filter((id) => id in view.variables) : Object.keys(view.variables)
  const items = ids
    .filter((id) => !labels.isHidden(id))
    .map((id) => `${labels.variable(id)} ${labels.paint.bold(labels.value(id, view.variables[id] ?? null))}`)
  const more = values.flatMap((look, i) => {
    const value = worthShowing(look, computed.values[i])
    return value === undefined ? [] : [titled(look.title, value, labels)]
  })
  return flow([...more, ...items], ' · ', width)
}

/** What holds is told by its title alone. */
function titled(title: string, value: string, labels: Labels): string {
  if (value === 'true' || value === 'false') {
    const text = title === '' ? value : title
    return value === 'true' ? labels.paint.bold(text) : `not ${text}`
  }
  const text = labels.paint.bold(labels.derived(value))
  return title === '' ? text : `${title} ${text}`
}

/** A line for each seat, its values below those of the others. */
function seatLines(view: View, labels: Labels, width: number, computed: Values): string[] {
  const rows = labels.def.seats.map(({ id }) => ({ id, cells: seatCells(id, view, labels, computed) }))
  const names = rows.map(({ id }) => labels.seat(id))
  const nameWidth = Math.max(0, ...names.map(widthOf))
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(0, ...rows.map(({ cells }) => widthOf(cells[i] ?? ''))),
  )
  return rows.flatMap(({ id, cells }, row) => {
    if (cells.every((cell) => cell === '')) return []
    const mark = view.deciding.includes(id) ? '>' : ' '
    const padded = cells.map((cell, i) => pad(cell, widths[i] ?? 0)).filter((cell) => cell !== '')
    const head = `${mark} ${pad(names[row] ?? '', nameWidth)}  `
    const lines = flow(padded, '  ', Math.max(20, width - widthOf(head)))
    return lines.map((line, i) => ((i === 0 ? head : ' '.repeat(widthOf(head))) + line).trimEnd())
  })
}

function seatCells(seat: string, view: View, labels: Labels, computed: Values): string[] {
  const { look, paint } = labels
  const values = view.seats[seat] ?? {}
  const known = look.variables.filter((id) => id in values)
  const ids = known.length > 0 ? known : Object.keys(values)
  const told = look.seatValues.map((item, i) => {
    const value = worthShowing(item, computed.seats[seat]?.[i])
    return value === undefined ? '' : titled(item.title, value, labels)
  })
  const tracked = ids
    .filter((id) => !labels.isHidden(id))
    .map((id) => {
      const value = values[id] ?? null
      if (value === true) return paint.bold(labels.variable(id))
      if (value === false) return paint.dim(`not ${labels.variable(id)}`)
      return `${labels.variable(id)} ${paint.bold(labels.value(id, value))}`
    })
  return [...told, ...tracked]
}
