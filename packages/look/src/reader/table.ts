/** `table`: what is shown around the board, and where. */
import type { YamlEntry, YamlNode } from '@ludoforge/compiler/files'
import type { ClockScene, Item } from '../table.js'
import {
  type MarkRule,
  PLAIN_LOOK,
  type RailRule,
  type StageRule,
  type StandingRule,
  type TableRule,
} from './look.js'
import { type LookReader, nameSet } from './look-reader.js'
import type { ValueIndex } from './value-index.js'

/** Reads `table`. What is missing or wrong gets a default. */
export function readTable(
  reader: LookReader,
  node: YamlNode | undefined,
  values: ValueIndex,
  marks: readonly MarkRule[],
): TableRule {
  if (node === undefined) return PLAIN_LOOK.table
  const fields = reader.fields(node, '`table`')
  const titles = nameSet(
    'mark',
    marks.map(({ title }) => title),
  )
  const table: TableRule = {
    stage: readStage(reader, fields.node('stage'), values),
    standing: readStanding(reader, fields.node('standing'), values),
    clock: readClock(reader, fields.node('clock'), values),
    rail: fields.list('rail')?.items.flatMap((item) => readRailItem(reader, item, values) ?? []) ?? null,
    fixedMarks: reader.names(fields.node('fixed-marks'), '`fixed-marks` of `table`', titles),
  }
  fields.end()
  return table
}

function readStage(reader: LookReader, node: YamlNode | undefined, values: ValueIndex): StageRule {
  if (node === undefined) return PLAIN_LOOK.table.stage
  const fields = reader.fields(node, '`stage`')
  const zones = (key: string): readonly string[] | null => {
    const at = fields.node(key)
    return at === undefined ? null : reader.names(at, `\`${key}\` of \`stage\``, reader.known.zones)
  }
  const natural = reader.number(fields.node('natural'), '`natural` of `stage`') ?? null
  const stage: StageRule = {
    natural: natural !== null && natural > 0 ? natural : null,
    middle: fields.has('middle') ? zones('middle') : null,
    values: items(fields.list('values')?.items, (item) => values.item(item, '`values` of `stage`')),
    seats: fields.has('seats') ? zones('seats') : null,
    front: zones('front') ?? [],
    dealer: values.number(fields.node('dealer'), '`dealer` of `stage`') ?? null,
    captions: readCaptions(reader, fields.entries('captions'), values),
    sorted: zones('sorted') ?? [],
  }
  fields.end()
  return stage
}

function readCaptions(
  reader: LookReader,
  entries: readonly YamlEntry[],
  values: ValueIndex,
): StageRule['captions'] {
  return Object.fromEntries(
    entries.flatMap(({ key, keySpan, value }) => {
      if (!reader.isKnown(key, keySpan, reader.known.zones)) return []
      const titles = value.kind === 'list' ? value.items : [value]
      const found = titles.flatMap((title) => {
        const item = values.seatItem(title, `\`captions\` of \`${key}\``)
        return item !== undefined && 'value' in item ? [item.value] : []
      })
      return [[key, found]]
    }),
  )
}

function readStanding(
  reader: LookReader,
  node: YamlNode | undefined,
  values: ValueIndex,
): StandingRule | null {
  if (node === undefined) return null
  const fields = reader.fields(node, '`standing`')
  const { zones, seats } = reader.known
  const indexOf = (at: YamlNode | undefined, key: string): number | null => {
    const item = values.seatItem(at, `\`${key}\` of \`standing\``)
    return item !== undefined && 'value' in item ? item.value : null
  }
  const made = fields.entries('made-of').flatMap(({ key, keySpan, value }) => {
    if (!reader.isKnown(key, keySpan, seats)) return []
    const list = value.kind === 'list' ? value.items : [value]
    return [[key, list.flatMap((item) => values.number(item, '`made-of`') ?? [])] as const]
  })
  const piecesAt = fields.node('pieces')
  const standing: StandingRule = {
    score: indexOf(fields.node('score'), 'score'),
    margin: indexOf(fields.node('margin'), 'margin'),
    near: reader.number(fields.node('near'), '`near` of `standing`') ?? null,
    alarm: reader.number(fields.node('alarm'), '`alarm` of `standing`') ?? null,
    spend: values.seatItem(fields.node('spend'), '`spend` of `standing`') ?? null,
    show: items(fields.list('show')?.items, (item) => values.seatItem(item, '`show` of `standing`')),
    pieces: piecesAt === undefined ? null : reader.names(piecesAt, '`pieces` of `standing`', zones),
    more: reader.names(fields.node('more'), '`more` of `standing`', zones),
    madeOf: Object.fromEntries(made),
  }
  fields.end()
  return standing
}

function readClock(reader: LookReader, node: YamlNode | undefined, values: ValueIndex): ClockScene | null {
  if (node === undefined) return null
  const fields = reader.fields(node, '`clock`')
  const clock: ClockScene = {
    title: fields.string('title') ?? '',
    from: values.number(fields.node('from'), '`from` of `clock`') ?? null,
    to: values.number(fields.node('to'), '`to` of `clock`') ?? null,
    counted: fields.string('counted') ?? '',
    items: items(fields.list('values')?.items, (item) => values.item(item, '`values` of `clock`')) ?? [],
    next: values.number(fields.node('next'), '`next` of `clock`') ?? null,
  }
  fields.end()
  return clock
}

const KINDS = ['zone', 'cards', 'slots', 'phases', 'values'] as const

function readRailItem(reader: LookReader, node: YamlNode, values: ValueIndex): RailRule | undefined {
  const what = 'a part of `rail`'
  const fields = reader.fields(node, what)
  const kind = KINDS.find((key) => fields.has(key))
  if (kind === undefined && !fields.broken)
    reader.error(
      'missing-key',
      node.span,
      `A part of \`rail\` shows nothing. Add one of: ${KINDS.join(', ')}.`,
    )
  const read = (): RailRule | undefined => {
    switch (kind) {
      case undefined:
        return undefined
      case 'zone': {
        const zone = reader.name(fields.node('zone'), `\`zone\` of ${what}`, reader.known.zones)
        const title = fields.string('title') ?? null
        const show = fields.oneOf('show', ['full', 'half', 'small', 'pile', 'pieces'] as const) ?? null
        return zone === undefined ? undefined : { kind, zone, title, show }
      }
      case 'cards': {
        const value = values.number(fields.node('cards'), `\`cards\` of ${what}`)
        const title = fields.string('title') ?? ''
        return value === undefined ? undefined : { kind, title, value }
      }
      case 'slots': {
        const slots = fields.entries('slots').flatMap(({ key: title, value }) => {
          const number = values.number(value, `the slot \`${title}\``)
          return number === undefined ? [] : [{ title, value: number }]
        })
        return { kind, title: fields.string('title') ?? '', slots }
      }
      case 'phases': {
        const titled = nameSet(
          'procedure with a title',
          reader.def.procedures.flatMap(({ id, title }) => (title === undefined ? [] : [id])),
        )
        const procedure = reader.name(fields.node('phases'), `\`phases\` of ${what}`, titled)
        const at = fields.node('instead-of')
        const insteadOf = reader.name(at, `\`instead-of\` of ${what}`, reader.known.zones) ?? null
        return procedure === undefined ? undefined : { kind, procedure, insteadOf }
      }
      case 'values': {
        const shown = items(fields.list('values')?.items, (item) =>
          values.item(item, `\`values\` of ${what}`),
        )
        return shown === null ? undefined : { kind, items: shown }
      }
    }
  }
  const item = read()
  fields.end()
  return item
}

function items(
  nodes: readonly YamlNode[] | undefined,
  read: (node: YamlNode) => Item | undefined,
): readonly Item[] | null {
  return nodes?.flatMap((node) => read(node) ?? []) ?? null
}
