/** A view as lines of text. Pure: the same view, look and width give the same lines. */
import type { Constant, View, ZoneDef, ZoneView } from '@ludoforge/kernel'
import { type Cell, gridLines, hexLines, liesOnGrid, liesOnHexes } from './grid.js'
import type { Labels } from './labels.js'
import { flow } from './text.js'

export { Labels } from './labels.js'
export { type Look, PLAIN_LOOK, readLook } from './look.js'
export { columns, pad, widthOf } from './text.js'

/** The whole table as this view shows it: the map, the zones beside it, the tracks, the seats. */
export function boardLines(view: View, labels: Labels, width: number): string[] {
  return [
    ...mapLines(view, labels, width),
    ...zoneLines(view, labels, width),
    ...trackLines(view, labels, width),
    ...seatLines(view, labels, width),
  ]
}

function mapLines(view: View, labels: Labels, width: number): string[] {
  const spaces = labels.def.zones.filter(({ space }) => space)
  const cellOf = (space: ZoneDef): Cell => {
    const zone = view.zones[space.id]
    return {
      name: labels.paint.dim(labels.look.short[space.id] ?? space.id),
      content: contents(zone, labels),
    }
  }
  const drawn = [
    ...(gridLines(spaces.filter(liesOnGrid), cellOf, width) ?? []),
    ...(hexLines(
      spaces.filter((space) => !liesOnGrid(space) && liesOnHexes(space)),
      cellOf,
      width,
    ) ?? []),
  ]
  const rest = drawn.length > 0 ? spaces.filter((space) => !liesOnGrid(space) && !liesOnHexes(space)) : spaces
  return [...drawn, ...listLines(view, rest, labels, width)]
}

/** Spaces as a list, in the groups that the look asks for; empty ones in one line at the end of theirs. */
function listLines(view: View, spaces: readonly ZoneDef[], labels: Labels, width: number): string[] {
  if (spaces.length === 0) return []
  const byId = new Map(spaces.map((space) => [space.id, space]))
  const groups = labels.look.groups.map(({ title, spaces: ids }) => ({
    title,
    members: ids.flatMap((id) => byId.get(id) ?? []),
  }))
  const grouped = new Set(groups.flatMap(({ members }) => members.map(({ id }) => id)))
  const others = spaces.filter(({ id }) => !grouped.has(id))
  if (others.length > 0) groups.push({ title: groups.length > 0 ? 'Elsewhere' : 'Spaces', members: others })
  return groups.flatMap(({ title, members }) => {
    const empty: string[] = []
    const lines: string[] = []
    for (const { id } of members) {
      const what = contents(view.zones[id], labels)
      if (what.length === 0) empty.push(labels.zone(id))
      else lines.push(...flow([`${labels.zone(id)}:`, what.join(', ')], ' ', width, '  '))
    }
    if (empty.length > 0) {
      const words = empty.map((name, i) => (i === empty.length - 1 ? name : `${name},`))
      lines.push(...flow(['empty:', ...words], ' ', width, '  ').map((line) => labels.paint.dim(line)))
    }
    return lines.length === 0 ? [] : [labels.paint.bold(title), ...lines]
  })
}

/** What lies in a zone and what its markers say, in short words. */
function contents(zone: ZoneView | undefined, labels: Labels): string[] {
  if (zone === undefined) return []
  return [...tokens(zone, labels), ...markers(zone.markers, labels)]
}

function tokens(zone: ZoneView, labels: Labels): string[] {
  if (zone.pieces !== undefined) {
    return Object.entries(zone.pieces).map(([kind, n]) =>
      n === 1 ? labels.kind(kind) : `${n} ${labels.kind(kind)}`,
    )
  }
  if (zone.cards !== undefined) return zone.cards.map((card) => labels.kind(card))
  return zone.size === 0 ? [] : [labels.paint.dim(`${zone.size} hidden`)]
}

function markers(values: Readonly<Record<string, Constant>>, labels: Labels): string[] {
  return Object.entries(values)
    .filter(([id, value]) => labels.isNews(id, value))
    .map(([id, value]) => {
      if (value === true) return labels.variable(id)
      if (value === false) return `not ${labels.variable(id)}`
      return typeof value === 'string'
        ? labels.value(id, value)
        : `${labels.variable(id)} ${labels.value(id, value)}`
    })
}

const MANY_CARDS = 12

function zoneLines(view: View, labels: Labels, width: number): string[] {
  const items = labels.def.zones
    .filter(({ space }) => !space)
    .flatMap(({ id, holds }) => {
      const zone = view.zones[id]
      const what = contents(zone, labels)
      if (zone === undefined || what.length === 0) return []
      const shown = holds === 'cards' && what.length > MANY_CARDS ? [`${zone.size} cards`] : what
      return [`${labels.paint.bold(labels.zone(id))}: ${shown.join(', ')}`]
    })
  return items.flatMap((item) => flow(item.split(' '), ' ', width))
}

function trackLines(view: View, labels: Labels, width: number): string[] {
  const { tracks } = labels.look
  const ids = tracks.length > 0 ? tracks.filter((id) => id in view.variables) : Object.keys(view.variables)
  const items = ids.map(
    (id) => `${labels.variable(id)} ${labels.paint.bold(labels.value(id, view.variables[id] ?? null))}`,
  )
  return flow(items, ' · ', width)
}

function seatLines(view: View, labels: Labels, width: number): string[] {
  return labels.def.seats.flatMap(({ id }) => {
    const { tracks } = labels.look
    const values = view.seats[id] ?? {}
    const known = tracks.filter((track) => track in values)
    const ids = known.length > 0 ? known : Object.keys(values)
    if (ids.length === 0) return []
    const items = ids.map(
      (name) => `${labels.variable(name)} ${labels.paint.bold(labels.value(name, values[name] ?? null))}`,
    )
    const mark = view.actor === id ? '>' : ' '
    return flow([`${mark} ${labels.seat(id)}:`, items.join(', ')], ' ', width)
  })
}
