/** `areas`: the areas next to the map. `wide` and `tall`: their positions on the screen. */
import type { YamlEntry, YamlNode } from '@ludoforge/compiler'
import type { Box, ValueLook } from '../scene.js'
import { boxAround } from '../build/boxes.js'
import type { StyleNames } from './style-names.js'
import type { AreaBox, AreaRule, AreaContent, Item, LayoutRule, MarkerRule, Run } from './look.js'
import { type LookReader, nameSet } from './look-reader.js'

type Fields = ReturnType<LookReader['fields']>

/** The values of a look, by title, and those that areas add as expressions. */
export class ValueIndex {
  readonly more: ValueLook[] = []
  readonly moreOfSeats: ValueLook[] = []

  constructor(
    readonly reader: LookReader,
    readonly shown: readonly ValueLook[],
    readonly ofSeats: readonly ValueLook[],
  ) {}

  /** Returns the index of a value, by title or by expression. */
  number(node: YamlNode | undefined, what: string): number | undefined {
    const text = node === undefined ? undefined : this.reader.string(node, what)
    if (node === undefined || text === undefined) return undefined
    return this.#indexOf(this.shown, this.more, node, text, undefined)
  }

  /** Reads a global variable or a value. */
  item(node: YamlNode | undefined, what: string): Item | undefined {
    if (node?.kind === 'scalar' && this.reader.known.globals.has(node.raw)) return { variable: node.raw }
    const value = this.number(node, what)
    return value === undefined ? undefined : { value }
  }

  /** Reads a variable of seats or a value of a seat. */
  seatItem(node: YamlNode | undefined, what: string): Item | undefined {
    if (node?.kind === 'scalar' && this.reader.known.ofSeats.has(node.raw)) return { variable: node.raw }
    const text = node === undefined ? undefined : this.reader.string(node, what)
    if (node === undefined || text === undefined) return undefined
    const seat = this.reader.def.seats[0]?.id ?? ''
    const value = this.#indexOf(this.ofSeats, this.moreOfSeats, node, text, seat)
    return value === undefined ? undefined : { value }
  }

  #indexOf(
    shown: readonly ValueLook[],
    more: ValueLook[],
    node: YamlNode,
    text: string,
    of: string | undefined,
  ): number | undefined {
    const byTitle = shown.findIndex(({ title }) => title === text)
    if (byTitle >= 0) return byTitle
    const byExpression = more.findIndex(({ expression }) => expression === text)
    if (byExpression >= 0) return shown.length + byExpression
    if (!this.reader.isMeant(node, text, of)) return undefined
    more.push({ title: text, expression: text, hide: [], signed: false })
    return shown.length + more.length - 1
  }
}

const KINDS = ['zone', 'track', 'seat', 'values', 'slots', 'cards', 'legend'] as const

export function readAreas(
  reader: LookReader,
  node: YamlNode | undefined,
  legend: StyleNames,
  values: ValueIndex,
): AreaRule[] {
  return reader.entries(node, '`areas`').flatMap((entry) => {
    const { key: name, keySpan, value } = entry
    const what = `the area \`${name}\``
    const fields = reader.fields(value, what)
    const kind = KINDS.find((key) => fields.has(key))
    const title = fields.string('title') ?? name
    const style = legend.styleName(fields.node('style'), `\`style\` of ${what}`)
    const shows = kind === undefined ? undefined : SHOWS[kind](reader, fields, what, legend, values)
    if (kind === undefined && !fields.broken)
      reader.error('missing-key', keySpan, `${what} shows nothing. Add one of: ${KINDS.join(', ')}.`)
    fields.end()
    return shows === undefined ? [] : [{ name, title, ...(style === undefined ? {} : { style }), shows }]
  })
}

type ReadShows = (
  reader: LookReader,
  fields: Fields,
  what: string,
  legend: StyleNames,
  values: ValueIndex,
) => AreaContent | undefined

const SHOWS: Readonly<Record<(typeof KINDS)[number], ReadShows>> = {
  zone(reader, fields, what) {
    const zone = reader.name(fields.node('zone'), `\`zone\` of ${what}`, reader.known.oneZone)
    const onlyAt = fields.node('only')
    const only =
      onlyAt === undefined ? undefined : reader.names(onlyAt, `\`only\` of ${what}`, reader.known.kinds)
    const show = fields.oneOf('show', ['pieces', 'row', 'fan', 'pile', 'table'] as const)
    const cell = reader.number(fields.node('cell'), `\`cell\` of ${what}`)
    if (zone === undefined) return undefined
    return {
      kind: 'zone',
      zone,
      ...(only === undefined ? {} : { only }),
      ...(show === undefined ? {} : { show }),
      ...(cell === undefined ? {} : { cell }),
    }
  },
  track(reader, fields, what, legend, values) {
    const at = fields.node('track')
    if (at === undefined) return undefined
    const labels: Record<string, string> = {}
    for (const { key, value } of fields.entries('labels')) labels[key] = reader.string(value, 'a label') ?? ''
    const markers = fields.entries('markers').flatMap((entry) => readMarker(reader, entry, legend, values))
    if (at.kind === 'list') {
      const [from, to] = at.items.map((item) => reader.int(item, `\`track\` of ${what}`))
      if (from === undefined || to === undefined || at.items.length !== 2 || to < from || to - from > 500)
        return reader.error(
          'out-of-range',
          at.span,
          `\`track\` of ${what} must be \`[first, last]\`, or a variable.`,
        )
      return { kind: 'track', from, to, labels, markers }
    }
    const id = reader.name(at, `\`track\` of ${what}`, reader.known.variables)
    const variable = reader.def.variables.find((candidate) => candidate.id === id)
    if (variable === undefined) return undefined
    const { min, max } = variable
    if (min === undefined || max === undefined || max - min > 500)
      return reader.error(
        'out-of-range',
        at.span,
        `\`${variable.id}\` can't be a track: it needs a minimum and a maximum at most 500 apart.`,
      )
    return {
      kind: 'track',
      from: min,
      to: max,
      labels,
      markers: [...markersOf(reader, variable.id), ...markers],
    }
  },
  seat(reader, fields, what, _legend, values) {
    const seat = reader.name(fields.node('seat'), `\`seat\` of ${what}`, reader.known.seats)
    const items = fields
      .list('show')
      ?.items.flatMap((item) => values.seatItem(item, `\`show\` of ${what}`) ?? [])
    if (seat === undefined) return undefined
    return { kind: 'seat', seat, ...(items === undefined ? {} : { items }) }
  },
  values(_reader, fields, what, _legend, values) {
    const items = fields
      .list('values')
      ?.items.flatMap((item) => values.item(item, `\`values\` of ${what}`) ?? [])
    return items === undefined ? undefined : { kind: 'values', items }
  },
  slots(_reader, fields, what, _legend, values) {
    const slots = fields.entries('slots').flatMap(({ key: title, value }) => {
      const number = values.number(value, `the slot \`${title}\` of ${what}`)
      return number === undefined ? [] : [{ title, value: number }]
    })
    return { kind: 'slots', slots }
  },
  cards(_reader, fields, what, _legend, values) {
    const value = values.number(fields.node('cards'), `\`cards\` of ${what}`)
    return value === undefined ? undefined : { kind: 'cards', value }
  },
  legend(reader, fields, what, legend) {
    const rows = (fields.list('legend')?.items ?? []).flatMap((item) => {
      const row = reader.fields(item, `a row of ${what}`)
      const sign = legend.sign(row.node('sign'), `\`sign\` of a row of ${what}`)
      const style = legend.styleName(row.node('style'), `\`style\` of a row of ${what}`)
      const textAt = row.required('text')
      const text = textAt === undefined ? undefined : reader.string(textAt, `\`text\` of a row of ${what}`)
      row.end()
      if (text === undefined) return []
      return [{ text, ...(sign === undefined ? {} : { sign }), ...(style === undefined ? {} : { style }) }]
    })
    return { kind: 'legend', rows }
  },
}

/** Returns the marker of a variable, or one per seat. */
function markersOf(reader: LookReader, id: string): MarkerRule[] {
  const scope = reader.def.variables.find((variable) => variable.id === id)?.scope
  const of = { variable: id }
  if (scope !== 'seat') return [{ title: id, sign: '', colour: 'ink', of }]
  return reader.def.seats.map((seat) => ({ title: id, sign: '', colour: seat.id, seat: seat.id, of }))
}

function readMarker(
  reader: LookReader,
  entry: YamlEntry,
  legend: StyleNames,
  values: ValueIndex,
): MarkerRule[] {
  const { key: title, value } = entry
  const what = `the marker \`${title}\``
  const fields = reader.fields(value, what)
  const seat = reader.name(fields.node('seat'), `\`seat\` of ${what}`, reader.known.seats)
  const at = fields.required('of')
  const of =
    seat === undefined ? values.item(at, `\`of\` of ${what}`) : values.seatItem(at, `\`of\` of ${what}`)
  const sign = legend.sign(fields.node('sign'), `\`sign\` of ${what}`) ?? ''
  const colour = legend.colourName(fields.node('colour'), `\`colour\` of ${what}`) ?? seat ?? 'ink'
  const ink = legend.colourName(fields.node('ink'), `\`ink\` of ${what}`)
  fields.end()
  if (of === undefined) return []
  return [
    {
      title,
      sign,
      colour,
      of,
      ...(seat === undefined ? {} : { seat }),
      ...(ink === undefined ? {} : { ink }),
    },
  ]
}

export function readLayout(
  reader: LookReader,
  node: YamlNode | undefined,
  key: 'wide' | 'tall',
  areas: readonly AreaRule[],
): LayoutRule | null {
  if (node === undefined) return null
  const fields = reader.fields(node, `\`${key}\``)
  const size = reader.size(fields.required('size'), `\`size\` of \`${key}\``)
  const map = reader.box(fields.node('map'), `\`map\` of \`${key}\``) ?? null
  const names = nameSet(
    'area',
    areas.map(({ name }) => name),
  )
  const boxes: Record<string, AreaBox> = {}
  for (const { key: name, keySpan, value } of fields.entries('boxes')) {
    if (!reader.isKnown(name, keySpan, names)) continue
    const area = areas.find((candidate) => candidate.name === name)
    const box = area === undefined ? undefined : readAreaBox(reader, area, value)
    if (box !== undefined) boxes[name] = box
  }
  fields.end()
  return size === undefined ? null : { size, map, boxes }
}

function readAreaBox(reader: LookReader, area: AreaRule, node: YamlNode): AreaBox | undefined {
  const what = `the box of \`${area.name}\``
  const plain = (box: Box): AreaBox => ({ box, runs: [], slots: {} })
  if (area.shows.kind === 'track' && node.kind === 'list' && node.items.some((item) => item.kind === 'map')) {
    const runs = node.items.flatMap((item) => readRun(reader, item, what) ?? [])
    return runs.length === 0 ? undefined : { box: boxAround(runs.map(({ box }) => box)), runs, slots: {} }
  }
  if (area.shows.kind === 'slots' && node.kind === 'map') {
    const names = nameSet('slot', ['box', ...area.shows.slots.map(({ title }) => title)])
    const slots: Record<string, Box> = {}
    let whole: Box | undefined
    for (const { key, keySpan, value } of node.entries) {
      if (!reader.isKnown(key, keySpan, names)) continue
      const box = reader.box(value, `\`${key}\` of ${what}`)
      if (box === undefined) continue
      if (key === 'box') whole = box
      else slots[key] = box
    }
    const all = Object.values(slots)
    const box = whole ?? (all.length === 0 ? undefined : boxAround(all))
    return box === undefined ? undefined : { box, runs: [], slots }
  }
  const box = reader.box(node, what)
  return box === undefined ? undefined : plain(box)
}

function readRun(reader: LookReader, node: YamlNode, what: string): Run | undefined {
  const fields = reader.fields(node, `a run of ${what}`)
  const from = fields.int('from')
  const to = fields.int('to')
  const box = reader.box(fields.required('box'), `\`box\` of ${what}`)
  const towards = fields.oneOf('towards', ['right', 'left', 'down', 'up'] as const) ?? 'right'
  if (from === undefined || to === undefined || to < from) {
    fields.end()
    return reader.error(
      'out-of-range',
      node.span,
      `A run of ${what} needs \`from\` and \`to\`, and \`to\` can't be below \`from\`.`,
    )
  }
  fields.end()
  return box === undefined ? undefined : { from, to, box, towards }
}
