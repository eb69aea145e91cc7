/** The changes of the table since the player saw it last, by space. */
import type { View, ZoneDef } from '@ludoforge/kernel'
import type { ShownTable } from './compact.js'
import type { Labels } from './labels.js'
import { isOnGrid, isOnHexes } from './grid.js'
import { type Item, seatRows, trackItems } from './seats.js'
import { heldParts, inOrder, isChanged, rowOf } from './spaces.js'
import { cut, flow, widthOf } from './text.js'
import { zoneLines, zonesOffMap } from './zones.js'

/** Lines for the changed spaces, then zones, values and seats. Empty if nothing visible changed. */
export function changedLines(before: ShownTable, after: ShownTable, labels: Labels, width: number): string[] {
  const spaces = labels.def.zones.filter(({ space, id }) => space && !labels.isHidden(id))
  const drawn = spaces.filter((space) => isOnGrid(space) || isOnHexes(space))
  const listed = spaces.filter((space) => !drawn.includes(space))
  const lines = [
    ...drawnChanges(drawn, before, after, labels),
    ...listedChanges(listed, before, after, labels),
    ...zoneChanges(before, after, labels, width),
    ...itemChanges(
      trackItems(before.view, labels, before.values),
      trackItems(after.view, labels, after.values),
    ),
    ...seatChanges(before, after, labels),
  ]
  return lines.flatMap((line) => wrapped(line, width)).map((line) => cut(line, width))
}

const INDENT = '    '

function wrapped(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line]
  const [first = '', ...more] = flow(line.split(' '), ' ', width - INDENT.length)
  return [first, ...more.map((part) => INDENT + part)]
}

/** Groups spaces with the same change: "d3, d4: Black disc (was White disc)". */
function drawnChanges(
  spaces: readonly ZoneDef[],
  before: ShownTable,
  after: ShownTable,
  labels: Labels,
): string[] {
  const found = new Map<string, string[]>()
  for (const { id } of spaces) {
    const [was, is] = [wholeText(id, before, labels), wholeText(id, after, labels)]
    if (was === is) continue
    const what = `${is} (was ${was})`
    found.set(what, [...(found.get(what) ?? []), labels.place(id)])
  }
  return [...found].map(([what, names]) => `${names.join(', ')}: ${what}`)
}

function wholeText(id: string, { view, values }: ShownTable, labels: Labels): string {
  const marks = rowOf(id, view, labels, values).cells.filter((cell) => cell !== '')
  const held = Object.entries(view.zones[id]?.pieces ?? {}).map(([kind, count]) =>
    count === 1 ? labels.words.kind(kind) : labels.words.counted(kind, count),
  )
  const all = [...held, ...marks]
  return all.length === 0 ? 'empty' : all.join(', ')
}

/** The space now, followed by the pieces that came and left and the old marks. */
function listedChanges(
  spaces: readonly ZoneDef[],
  before: ShownTable,
  after: ShownTable,
  labels: Labels,
): string[] {
  return inOrder(spaces, labels).flatMap(({ id }) => {
    const was = rowOf(id, before.view, labels, before.values)
    const is = rowOf(id, after.view, labels, after.values)
    if (!isChanged(is, was)) return []
    const gone = was.cells.filter((cell, i) => cell !== '' && cell !== is.cells[i])
    const notes = [...pieceChanges(id, before.view, after.view, labels), ...gone.map((cell) => `was ${cell}`)]
    const marks = is.cells.filter((cell) => cell !== '').join(' ')
    const now = [marks, is.held.join('')].filter((part) => part !== '').join('  ')
    const note = notes.length === 0 ? '' : labels.paint.dim(`  (${notes.join(', ')})`)
    return [`${is.name}: ${now === '' ? 'empty' : now}${note}`]
  })
}

/** "+2 Red trader", "-1 Blue trader". */
function pieceChanges(id: string, before: View, after: View, labels: Labels): string[] {
  const [was = {}, is = {}] = [before.zones[id]?.pieces, after.zones[id]?.pieces]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((kind) => {
    const more = (is[kind] ?? 0) - (was[kind] ?? 0)
    return more === 0 ? [] : [`${more > 0 ? '+' : '-'}${labels.words.counted(kind, Math.abs(more))}`]
  })
}

/** Zones off the map: pieces by what came and left, cards as they are now. */
function zoneChanges(before: ShownTable, after: ShownTable, labels: Labels, width: number): string[] {
  return zonesOffMap(labels).flatMap((zone) => {
    const [was, is] = [before.view.zones[zone.id], after.view.zones[zone.id]]
    const contents = (found: typeof was): string =>
      found === undefined ? '' : [found.size, ...heldParts(found, labels)].join('')
    if (contents(was) === contents(is)) return []
    const pieces = pieceChanges(zone.id, before.view, after.view, labels)
    if (pieces.length > 0) return [`${labels.zone(zone.id)}: ${pieces.join(', ')}`]
    const lines = zoneLines(after.view, [zone], labels, width)
    return lines.length > 0 ? lines : [`${labels.zone(zone.id)}: empty`]
  })
}

function itemChanges(before: readonly Item[], after: readonly Item[]): string[] {
  const old = new Map(before.map((item) => [item.key, item]))
  const changed = after.flatMap(({ key, text, bare }) => {
    const was = old.get(key)
    if (was === undefined || was.text === text || was.text === bare) return []
    if (text === '') return [`no longer ${was.text}`]
    return [was.bare === '' || was.bare === was.text ? text : `${text} (was ${was.bare})`]
  })
  return changed.length === 0 ? [] : [changed.join(' · ')]
}

function seatChanges(before: ShownTable, after: ShownTable, labels: Labels): string[] {
  const old = new Map(
    seatRows(before.view, labels, before.values).map(({ id, items }) => [id, items] as const),
  )
  return seatRows(after.view, labels, after.values).flatMap(({ id, name, items }) =>
    itemChanges(old.get(id) ?? [], items).map((text) => `${name}: ${text}`),
  )
}
