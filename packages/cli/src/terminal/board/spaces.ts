/** Spaces as a list, a line each. */
import type { Constant, View, ZoneDef, ZoneView } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import type { Look } from '@ludoforge/look/node'
import type { Labels } from './labels.js'
import { sideBySide, flow, pad, widthOf } from './text.js'
import { worthShowing } from './values.js'

type Group = Look['groups'][number]
type Mark = Look['marks'][number]

/** A space in the list: its name, what is said about it in columns, and what lies there. */
export interface Row {
  readonly id: string
  readonly name: string
  readonly cells: readonly string[]
  readonly held: readonly string[]
  readonly empty: boolean
}

/** From this width on the list has two columns. */
const WIDE = 120
const GUTTER = 3

/** The list in the groups that the look asks for, in two columns where there is room. */
export function listLines(
  view: View,
  spaces: readonly ZoneDef[],
  labels: Labels,
  computed: Values,
  width: number,
): string[] {
  if (spaces.length === 0) return []
  const across = width >= WIDE ? Math.floor((width - GUTTER) / 2) : width
  const rows = new Map(spaces.map(({ id }) => [id, rowOf(id, view, labels, computed)]))
  const groups = groupsOf(spaces, labels.look.groups).flatMap(({ title, spaces: ids, empty }) => {
    const members = ids.flatMap((id) => rows.get(id) ?? [])
    return members.length === 0 ? [] : [blockOf(title, members, empty, labels, across)]
  })
  return across === width ? groups.flatMap(blockLines) : inTwoColumns(groups, across + GUTTER)
}

/** Spaces that stand in a list by themselves, without groups. */
export function plainListLines(rows: readonly Row[], width: number): string[] {
  if (width < WIDE) return rowUnits(rows, width).flat()
  const across = Math.floor((width - GUTTER) / 2)
  return inTwoColumns([{ title: '', units: rowUnits(rows, across) }], across + GUTTER)
}

/** A group of lines in parts that stay together; the title stands above them. */
interface Block {
  readonly title: string
  readonly units: readonly (readonly string[])[]
}

/** Lines that a break inside a group with a title must save. */
const WORTH_A_BREAK = 2

/** Broken where both columns are about as long; what goes on in the second column has its title there again. */
function inTwoColumns(blocks: readonly Block[], at: number): string[] {
  const breaks = blocks.flatMap(({ title, units }, b) =>
    units.map((_, i) => {
      const left = [...blocks.slice(0, b), { title: i === 0 ? '' : title, units: units.slice(0, i) }]
      const right = [{ title, units: units.slice(i) }, ...blocks.slice(b + 1)]
      const [first = [], second = []] = [left, right].map((some) => some.flatMap(blockLines))
      const columns = first.length === 0 ? ([second, first] as const) : ([first, second] as const)
      const broken = i === 0 || title === '' ? 0 : WORTH_A_BREAK
      return { columns, cost: Math.max(first.length, second.length) + broken }
    }),
  )
  const [best] = breaks.toSorted((a, b) => a.cost - b.cost)
  return best === undefined ? [] : sideBySide(...best.columns, at)
}

const blockLines = ({ title, units }: Block): string[] =>
  title === '' ? units.flat() : [title, ...units.flat()]

/** The spaces in the order of the look's groups. */
export function inOrder(spaces: readonly ZoneDef[], { look }: Labels): ZoneDef[] {
  const byId = new Map(spaces.map((space) => [space.id, space]))
  return groupsOf(spaces, look.groups).flatMap((group) => group.spaces.flatMap((id) => byId.get(id) ?? []))
}

function groupsOf(spaces: readonly ZoneDef[], groups: readonly Group[]): Group[] {
  const grouped = new Set(groups.flatMap(({ spaces: ids }) => ids))
  const others = spaces.map(({ id }) => id).filter((id) => !grouped.has(id))
  const title = groups.length > 0 ? 'Elsewhere' : 'Spaces'
  return [...groups, { title, spaces: others, empty: 'named' }]
}

function blockOf(
  title: string,
  members: readonly Row[],
  empty: Group['empty'],
  labels: Labels,
  width: number,
): Block {
  const { paint } = labels
  const shown = members.filter((row) => !row.empty)
  const left = members.filter((row) => row.empty).map(({ name }) => name)
  const count = empty === 'counted' && left.length > 0 ? paint.dim(` (${left.length} empty)`) : ''
  const words = left.map((name, i) => (i === left.length - 1 ? name : `${name},`))
  const named = empty === 'named' && left.length > 0 ? flow(['empty:', ...words], ' ', width, '  ') : []
  return {
    title: paint.bold(title) + count,
    // Painted by the line: words must not be broken.
    units: [...rowUnits(shown, width), named.map((line) => paint.dim(line))],
  }
}

/** In columns as wide as they need to be, unless lines that are not in columns are fewer. */
function rowUnits(rows: readonly Row[], width: number): string[][] {
  const nameWidth = Math.max(0, ...rows.map(({ name }) => widthOf(name)))
  const aligned = alignedRows(rows, nameWidth, width)
  const loose = rows.map(({ name, cells, held }) => {
    const said = cells.filter((cell) => cell !== '').join(' ')
    const start = `  ${pad(name, nameWidth)}  ${said === '' ? '' : `${said}  `}`
    return wrapParts([start, ...held], width, ' '.repeat(6))
  })
  return aligned === undefined || loose.flat().length < aligned.flat().length ? loose : aligned
}

/** Nothing is said of columns that say nothing; undefined where what lies in a space would have no room. */
function alignedRows(rows: readonly Row[], nameWidth: number, width: number): string[][] | undefined {
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(0, ...rows.map(({ cells }) => widthOf(cells[i] ?? ''))),
  )
  const indent = 2 + nameWidth + 2 + widths.reduce((sum, one) => sum + (one === 0 ? 0 : one + 1), 0) + 1
  const widestPart = Math.max(0, ...rows.flatMap(({ held }) => held.map((part) => widthOf(part.trimEnd()))))
  if (indent + widestPart > width) return undefined
  return rows.map(({ name, cells, held }) => {
    const said = cells.map((cell, i) => pad(cell, widths[i] ?? 0)).filter((cell) => cell !== '')
    const start = `  ${[pad(name, nameWidth), said.join(' ')].filter((part) => part !== '').join('  ')}  `
    return wrapParts([start, ...held], width, ' '.repeat(widthOf(start)))
  })
}

/** Parts one after the other; a line may be broken between them, and goes on further in. */
function wrapParts(parts: readonly string[], width: number, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && widthOf((line + part).trimEnd()) > width) {
      lines.push(line)
      line = indent + part
    } else line += part
  }
  return [...lines, line].map((one) => one.trimEnd())
}

export function rowOf(id: string, view: View, labels: Labels, computed: Values): Row {
  const zone = view.zones[id]
  const marks = labels.look.marks.map((mark) => ({
    text: markCell(mark, id, zone, labels, computed),
    fixed: 'attribute' in mark.of,
  }))
  const news = zone === undefined ? [] : markerCells(zone, labels)
  const held = zone === undefined ? [] : heldParts(zone, labels)
  const said = marks.some(({ text, fixed }) => text !== '' && !fixed) || news.some((text) => text !== '')
  return {
    id,
    name: labels.zone(id),
    cells: [...marks.map(({ text }) => text), ...news],
    held,
    empty: held.length === 0 && !said,
  }
}

/** Whether something else is told of a space. */
export function isChanged(now: Row, then: Row): boolean {
  return now.cells.join('\n') !== then.cells.join('\n') || now.held.join('') !== then.held.join('')
}

/** What is said of a space, as separate words: for the cells of a drawn board. */
export function marksOf(id: string, view: View, labels: Labels, computed: Values): string[] {
  return rowOf(id, view, labels, computed).cells.filter((cell) => cell !== '')
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
  const owners = [...byOwner]
  return owners.flatMap(([owner, pieces], o) =>
    pieces.map((text, i) => {
      const whose = i === 0 && owner !== '' ? `${labels.seat(owner)} ` : ''
      const then = i < pieces.length - 1 ? ', ' : o < owners.length - 1 ? labels.paint.dim(' · ') : ''
      return whose + text + then
    }),
  )
}

function amount(n: number, name: string): string {
  return n === 1 ? name : `${n} ${name}`
}
