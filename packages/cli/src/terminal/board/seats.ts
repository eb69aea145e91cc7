/** Status items of the game and of each seat: the look's values, and variables. */
import type { Constant, View } from '@ludoforge/kernel'
import type { Values } from '@ludoforge/look'
import type { Labels } from './labels.js'
import { columns, flow, pad, widthOf } from './text.js'
import { worthShowing } from './values.js'

/** A status item. `key` is the title of a value or the id of a variable. */
export interface Item {
  readonly key: string
  readonly text: string // empty if not worth showing
  readonly bare: string // the same without its title
}

/** The items of the whole game. */
export function trackItems(view: View, labels: Labels, computed: Values): Item[] {
  const { variables, values } = labels.look
  const ids =
    variables.length > 0 ? variables.filter((id) => id in view.variables) : Object.keys(view.variables)
  const ofLook = values.map((look, i): Item => {
    const value = worthShowing(look, computed.values[i])
    return valueItem(look.title, value, labels)
  })
  const tracked = ids
    .filter((id) => !labels.isHidden(id))
    .map((id): Item => {
      const value = view.variables[id] ?? null
      if (isNothing(value)) return { key: id, text: '', bare: '' }
      const bare = labels.paint.bold(labels.value(id, value))
      return { key: id, text: `${labels.variable(id)} ${bare}`, bare }
    })
  return [...ofLook, ...tracked]
}

/** No seat, no space, an empty list. */
function isNothing(value: Constant): boolean {
  return value === null || (typeof value === 'object' && value.length === 0)
}

export function trackLines(items: readonly Item[], width: number): string[] {
  return flow(
    items.map(({ text }) => text).filter((text) => text !== ''),
    ' · ',
    width,
  )
}

/** A true value is shown by its title alone. */
function valueItem(title: string, value: string | undefined, labels: Labels): Item {
  const { paint } = labels
  if (value === undefined) return { key: title, text: '', bare: '' }
  if (value === 'true' || value === 'false') {
    const name = title === '' ? value : title
    const text = value === 'true' ? paint.bold(name) : `not ${name}`
    return { key: title, text, bare: text }
  }
  const bare = paint.bold(labels.derived(value))
  return { key: title, text: title === '' ? bare : `${title} ${bare}`, bare }
}

export interface SeatRow {
  readonly id: string
  readonly name: string
  readonly deciding: boolean
  readonly items: readonly Item[]
}

/** The seats that are present, with something to show. If none has, all of them. */
export function seatRows(view: View, labels: Labels, computed: Values): SeatRow[] {
  const seats = labels.def.seats.filter(({ id }) => id in view.seats)
  const rows = seats.map(({ id }) => ({
    id,
    name: labels.seat(id),
    deciding: view.deciding.includes(id),
    items: seatItems(id, view, labels, computed),
  }))
  const shown = rows.filter(({ items, deciding }) => deciding || items.some(({ text }) => text !== ''))
  return shown.some(({ items }) => items.some(({ text }) => text !== '')) ? shown : rows
}

/** More seats than this are laid out in columns. */
const FEW_SEATS = 4

/** All seats in one line if they fit, otherwise one line each with aligned items. */
export function seatLines(rows: readonly SeatRow[], width: number): string[] {
  const short = rows.map((row) => `${markOf(row)}${row.name} ${textsOf(row).join(', ')}`.trimEnd())
  const line = short.join('   ')
  if (widthOf(line) <= width) return [line]
  const nameWidth = Math.max(0, ...rows.map(({ name }) => widthOf(name)))
  const keys = [...new Set(rows.flatMap(({ items }) => items.map(({ key }) => key)))]
  const textOf = ({ items }: SeatRow, key: string): string =>
    items.find((item) => item.key === key)?.text ?? ''
  const widths = keys.map((key) => Math.max(0, ...rows.map((row) => widthOf(textOf(row, key)))))
  const parts = rows.map((row) => ({
    head: `${markOf(row)}${pad(row.name, nameWidth)}  `,
    cells: keys.map((key, i) => pad(textOf(row, key), widths[i] ?? 0)).filter((cell) => cell !== ''),
  }))
  const each = parts.map(({ head, cells }) => (head + cells.join('  ')).trimEnd())
  if (rows.length > FEW_SEATS && each.every((seat) => widthOf(seat) * 2 + 3 <= width))
    return columns(each, width, '')
  return parts.flatMap(({ head, cells }) => {
    const indent = ' '.repeat(widthOf(head))
    const lines = flow(cells, '  ', Math.max(16, width - indent.length))
    return (lines.length === 0 ? [''] : lines).map((text, i) => ((i === 0 ? head : indent) + text).trimEnd())
  })
}

/** Each seat with its wanted items, or its first: "Red 12", or "> Red 12 bet 5" if it must decide. */
export function briefSeats(rows: readonly SeatRow[], wanted: (key: string) => boolean): string[] {
  const anyWanted = rows.some(({ items }) => items.some(({ key }) => wanted(key)))
  return rows.map(({ name, items, deciding }) => {
    const [first, ...more] = anyWanted ? items.filter(({ key }) => wanted(key)) : items.slice(0, 1)
    const parts = [deciding ? `> ${name}` : name, first?.bare ?? '', ...more.map(({ text }) => text)]
    return parts.filter((part) => part !== '').join(' ')
  })
}

const markOf = ({ deciding }: SeatRow): string => (deciding ? '> ' : '  ')
const textsOf = ({ items }: SeatRow): string[] => items.map(({ text }) => text).filter((text) => text !== '')

function seatItems(seat: string, view: View, labels: Labels, computed: Values): Item[] {
  const { look, paint } = labels
  const values = view.seats[seat] ?? {}
  const known = look.variables.filter((id) => id in values)
  const ids = known.length > 0 ? known : Object.keys(values)
  const ofLook = look.seatValues.map((item, i): Item => {
    const value = worthShowing(item, computed.seats[seat]?.[i])
    return valueItem(item.title, value, labels)
  })
  const tracked = ids
    .filter((id) => !labels.isHidden(id))
    .map((id): Item => {
      const value: Constant = values[id] ?? null
      if (typeof value === 'boolean') {
        const name = labels.variable(id)
        const text = value ? paint.bold(name) : paint.dim(`not ${name}`)
        return { key: id, text, bare: text }
      }
      if (isNothing(value)) return { key: id, text: '', bare: '' }
      const bare = paint.bold(labels.value(id, value))
      return { key: id, text: `${labels.variable(id)} ${bare}`, bare }
    })
  return [...ofLook, ...tracked]
}
