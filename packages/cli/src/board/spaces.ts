import type { Constant, View, ZoneDef, ZoneView } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import type { Look } from '@ludoforge/look/node'
import type { Labels } from './labels.js'
import { flow, pad, widthOf } from './text.js'
import { worthShowing } from './values.js'

type Group = Look['groups'][number]
type Mark = Look['marks'][number]

/** A space in the list: its name, what is said about it in columns, and what lies there. */
interface Row {
  readonly name: string
  readonly cells: readonly string[]
  readonly held: readonly string[]
  readonly empty: boolean
}

/** Spaces as a list, in the groups that the look asks for, a line each. */
export function listLines(
  view: View,
  spaces: readonly ZoneDef[],
  labels: Labels,
  computed: Values,
  width: number,
): string[] {
  if (spaces.length === 0) return []
  const rows = new Map(spaces.map(({ id }) => [id, rowOf(id, view, labels, computed)]))
  const groups = groupsOf(spaces, labels.look.groups)
  return groups.flatMap(({ title, spaces: ids, empty }) => {
    const members = ids.flatMap((id) => rows.get(id) ?? [])
    return members.length === 0 ? [] : groupLines(title, members, empty, labels, width)
  })
}

function groupsOf(spaces: readonly ZoneDef[], groups: readonly Group[]): Group[] {
  const grouped = new Set(groups.flatMap(({ spaces: ids }) => ids))
  const others = spaces.map(({ id }) => id).filter((id) => !grouped.has(id))
  const title = groups.length > 0 ? 'Elsewhere' : 'Spaces'
  return [...groups, { title, spaces: others, empty: 'named' }]
}

function groupLines(
  title: string,
  members: readonly Row[],
  empty: Group['empty'],
  labels: Labels,
  width: number,
): string[] {
  const { paint } = labels
  const shown = members.filter((row) => !row.empty)
  const left = members.filter((row) => row.empty).map(({ name }) => name)
  const count = empty === 'counted' && left.length > 0 ? paint.dim(` (${left.length} empty)`) : ''
  const words = left.map((name, i) => (i === left.length - 1 ? name : `${name},`))
  const named = empty === 'named' && left.length > 0 ? flow(['empty:', ...words], ' ', width, '  ') : []
  return [
    paint.bold(title) + count,
    ...rowLines(shown, width),
    ...named.map((line) => paint.dim(line)), // painted by the line: words must not be broken
  ]
}

/** In columns as wide as they need to be; those in which nothing is said are left out. */
function rowLines(rows: readonly Row[], width: number): string[] {
  const nameWidth = Math.max(0, ...rows.map(({ name }) => widthOf(name)))
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(0, ...rows.map(({ cells }) => widthOf(cells[i] ?? ''))),
  )
  return rows.flatMap(({ name, cells, held }) => {
    const said = cells.map((cell, i) => pad(cell, widths[i] ?? 0)).filter((cell) => cell !== '')
    const start = `  ${[pad(name, nameWidth), said.join(' ')].filter((part) => part !== '').join('  ')}`
    const indent = ' '.repeat(widthOf(start) + 2)
    const [first = '', ...more] = flow(held, '', Math.max(20, width - indent.length))
    return [`${start}  ${first}`.trimEnd(), ...more.map((line) => indent + line)]
  })
}

function rowOf(id: string, view: View, labels: Labels, computed: Values): Row {
  const zone = view.zones[id]
  const marks = labels.look.marks.map((mark) => ({
    text: markCell(mark, id, zone, labels, computed),
    fixed: 'attribute' in mark.of,
  }))
  const news = zone === undefined ? [] : markerCells(zone, labels)
  const held = zone === undefined ? [] : heldParts(zone, labels)
  const said = marks.some(({ text, fixed }) => text !== '' && !fixed) || news.some((text) => text !== '')
  return {
    name: labels.zone(id),
    cells: [...marks.map(({ text }) => text), ...news],
    held,
    empty: held.length === 0 && !said,
  }
}

/** What a mark of the look says of a space. */
function markCell(
  { of, label, hide, looks }: Mark,
  id: string,
  zone: ZoneView | undefined,
  labels: Labels,
  computed: Values,
): string {
  const said = (text: string): string => (label === '' ? text : `${label} ${text}`)
  if ('variable' in of) {
    const value = zone?.markers[of.variable]
    if (value === undefined || hide.includes(String(value ?? 'none'))) return ''
    return said(markerText(of.variable, value, labels))
  }
  const found = 'value' in of ? computed.spaces[id]?.[of.value] : labels.attribute(id, of.attribute)
  const text = worthShowing({ hide, signed: false }, found)
  if (text === undefined) return ''
  return said(
    labels.short[text] === undefined ? (looks[text]?.title ?? labels.derived(text)) : labels.derived(text),
  )
}

/** One cell for each marker that the look neither hides nor marks: what it says, if that is news. */
function markerCells(zone: ZoneView, labels: Labels): string[] {
  return labels.otherMarks.map(({ id }) => {
    const value = zone.markers[id]
    return value === undefined || !labels.isNews(id, value) ? '' : markerText(id, value, labels)
  })
}

function markerText(id: string, value: Constant, labels: Labels): string {
  if (value === true) return labels.word(id)
  if (value === false) return `not ${labels.variable(id)}`
  if (typeof value === 'string') return labels.value(id, value)
  return `${labels.variable(id)} ${labels.value(id, value)}`
}

/** What a space says and holds, as separate words: for the cells of a drawn board. */
export function wordsOf(id: string, view: View, labels: Labels, computed: Values): string[] {
  const { cells } = rowOf(id, view, labels, computed)
  const zone = view.zones[id]
  return [...(zone === undefined ? [] : tokens(zone, labels)), ...cells.filter((cell) => cell !== '')]
}

/** Pieces by kind, or cards; what is hidden is counted. */
function tokens(zone: ZoneView, labels: Labels): string[] {
  if (zone.pieces !== undefined) {
    return Object.entries(zone.pieces).map(([kind, n]) => amount(n, labels.kind(kind)))
  }
  if (zone.cards !== undefined) return zone.cards.map((card) => labels.kind(card))
  return zone.size === 0 ? [] : [labels.paint.dim(`${zone.size} hidden`)]
}

/** What a zone holds, in parts that a line may be broken between. */
export function heldParts(zone: ZoneView, labels: Labels): string[] {
  if (zone.pieces === undefined || !labels.look.byOwner) {
    const all = tokens(zone, labels)
    return all.map((text, i) => (i < all.length - 1 ? `${text}, ` : text))
  }
  const byOwner = new Map<string, string[]>()
  for (const [kind, n] of Object.entries(zone.pieces)) {
    const owner = labels.ownerOf(kind) ?? ''
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), amount(n, labels.kind(kind))])
  }
  const parts = [...byOwner].map(([owner, pieces]) =>
    owner === '' ? pieces.join(', ') : `${labels.seat(owner)} ${pieces.join(', ')}`,
  )
  return parts.map((part, i) => (i < parts.length - 1 ? `${part}${labels.paint.dim(' · ')}` : part))
}

function amount(n: number, name: string): string {
  return n === 1 ? name : `${n} ${name}`
}
