/** The list of spaces, one line each. */
import type { Constant, View, ZoneDef, ZoneView } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import type { Look } from '@ludoforge/look/node'
import type { Labels } from './labels.js'
import { sideBySide, flow, pad, widthOf } from './text.js'
import { worthShowing } from './values.js'

type Group = Look['groups'][number]
type Mark = Look['marks'][number]

/** A space in the list: its name, its marks in columns, and its pieces or cards. */
export interface Row {
  readonly id: string
  readonly name: string
  readonly cells: readonly string[]
  readonly held: readonly string[]
  readonly empty: boolean
}

/** The minimum width for two columns. */
const WIDE = 120
const GUTTER = 3

/** The list in the look's groups, in two columns if there is room. */
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

/** A list without groups. */
export function plainListLines(rows: readonly Row[], width: number): string[] {
  if (width < WIDE) return rowUnits(rows, width).flat()
  const across = Math.floor((width - GUTTER) / 2)
  return inTwoColumns([{ title: '', units: rowUnits(rows, across) }], across + GUTTER)
}

/** A titled group of blocks. A block is never split between columns. */
interface Block {
  readonly title: string
  readonly units: readonly (readonly string[])[]
}

/** How many lines a break inside a titled group must save. */
const WORTH_A_BREAK = 2

/** Balances two columns. A group that continues in the second column repeats its title. */
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
    // Painted line by line, so that words stay whole.
    units: [...rowUnits(shown, width), named.map((line) => paint.dim(line))],
  }
}

/** Aligns marks in columns, unless unaligned rows take fewer lines. */
function rowUnits(rows: readonly Row[], width: number): string[][] {
  const nameWidth = Math.max(0, ...rows.map(({ name }) => widthOf(name)))
  const aligned = alignedRows(rows, nameWidth, width)
  const loose = rows.map(({ name, cells, held }) => {
    const marks = cells.filter((cell) => cell !== '').join(' ')
    const start = `  ${pad(name, nameWidth)}  ${marks === '' ? '' : `${marks}  `}`
    return wrapParts([start, ...held], width, ' '.repeat(6))
  })
  return aligned === undefined || loose.flat().length < aligned.flat().length ? loose : aligned
}

/** Rows with aligned marks, without empty columns. Returns `undefined` if the contents don't fit. */
function alignedRows(rows: readonly Row[], nameWidth: number, width: number): string[][] | undefined {
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(0, ...rows.map(({ cells }) => widthOf(cells[i] ?? ''))),
  )
  const indent =
    2 + nameWidth + 2 + widths.reduce((sum, column) => sum + (column === 0 ? 0 : column + 1), 0) + 1
  const widestPart = Math.max(0, ...rows.flatMap(({ held }) => held.map((part) => widthOf(part.trimEnd()))))
  if (indent + widestPart > width) return undefined
  return rows.map(({ name, cells, held }) => {
    const marks = cells.map((cell, i) => pad(cell, widths[i] ?? 0)).filter((cell) => cell !== '')
    const start = `  ${[pad(name, nameWidth), marks.join(' ')].filter((part) => part !== '').join('  ')}  `
    return wrapParts([start, ...held], width, ' '.repeat(widthOf(start)))
  })
}

/** Wraps parts with a hanging indent. Lines break between parts only. */
function wrapParts(parts: readonly string[], width: number, indent: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of parts) {
    if (line !== '' && widthOf((line + part).trimEnd()) > width) {
      lines.push(line)
      line = indent + part
    } else line += part
  }
  return [...lines, line].map((text) => text.trimEnd())
}

export function rowOf(id: string, view: View, labels: Labels, computed: Values): Row {
  const zone = view.zones[id]
  const marks = labels.look.marks.map((mark) => ({
    text: markCell(mark, id, zone, labels, computed),
    fixed: 'attribute' in mark.of,
  }))
  const news = zone === undefined ? [] : markerCells(zone, labels)
  const held = zone === undefined ? [] : heldParts(zone, labels)
  const hasNews = marks.some(({ text, fixed }) => text !== '' && !fixed) || news.some((text) => text !== '')
  return {
    id,
    name: labels.zone(id),
    cells: [...marks.map(({ text }) => text), ...news],
    held,
    empty: held.length === 0 && !hasNews,
  }
}

/** Whether two rows of a space differ. */
export function isChanged(now: Row, then: Row): boolean {
  return now.cells.join('\n') !== then.cells.join('\n') || now.held.join('') !== then.held.join('')
}

/** The marks of a space as separate words, for drawn boards. */
export function marksOf(id: string, view: View, labels: Labels, computed: Values): string[] {
  return rowOf(id, view, labels, computed).cells.filter((cell) => cell !== '')
}

/** The text of a look's mark on a space. */
function markCell(
  { of, label, hide, looks }: Mark,
  id: string,
  zone: ZoneView | undefined,
  labels: Labels,
  computed: Values,
): string {
  const labelled = (text: string): string => (label === '' ? text : `${label} ${text}`)
  if ('variable' in of) {
    const value = zone?.markers[of.variable]
    if (value === undefined || hide.includes(String(value ?? 'none'))) return ''
    const isNumber = label !== '' && typeof value === 'number'
    return labelled(isNumber ? labels.value(of.variable, value) : markerText(of.variable, value, labels))
  }
  const found = 'value' in of ? computed.spaces[id]?.[of.value] : labels.attribute(id, of.attribute)
  const text = worthShowing({ hide, signed: false }, found)
  if (text === undefined) return ''
  return labelled(
    labels.short[text] === undefined ? (looks[text]?.title ?? labels.derived(text)) : labels.derived(text),
  )
}

/** A cell for each other marker that the look doesn't hide. Empty unless it differs from its initial value. */
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

/** Pieces by kind, or cards. Hidden ones are counted. */
function tokens(zone: ZoneView, labels: Labels): string[] {
  if (zone.pieces !== undefined) {
    return Object.entries(zone.pieces).map(([kind, n]) => labels.held(kind, n))
  }
  if (zone.cards !== undefined) return zone.cards.map((card) => labels.kind(card))
  return zone.size === 0 ? [] : [labels.paint.dim(`${zone.size} hidden`)]
}

/** The contents of a zone, in parts between which a line may break. */
export function heldParts(zone: ZoneView, labels: Labels): string[] {
  if (zone.pieces === undefined || !labels.look.byOwner) {
    const all = tokens(zone, labels)
    return all.map((text, i) => (i < all.length - 1 ? `${text}, ` : text))
  }
  const byOwner = new Map<string, string[]>()
  for (const [kind, n] of Object.entries(zone.pieces)) {
    const owner = labels.ownerOf(kind) ?? ''
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), labels.held(kind, n)])
  }
  const owners = [...byOwner]
  return owners.flatMap(([owner, pieces], o) =>
    pieces.map((text, i) => {
      const isNamed = owner === '' || text.includes(labels.plainSeat(owner))
      const whose = i === 0 && !isNamed ? `${labels.seat(owner)} ` : ''
      const then = i < pieces.length - 1 ? ', ' : o < owners.length - 1 ? labels.paint.dim(' · ') : ''
      return whose + text + then
    }),
  )
}
