import { isEnum, isList, type OptionDef, type TableDef, type TypeName } from '@ludoforge/kernel'
import { describeNode, type YamlEntry, type YamlNode } from '../yaml/index.js'
import { capitalise } from '../diagnostics/index.js'
import type { Context } from './context.js'
import { readNoun } from './names.js'
import { boundsOf, readValueType, readListType, readStart } from './value-types.js'
import type { Sections } from './sections.js'
import { inferType, readType } from './types.js'

/** Reads tables of constants. A row is a map by column, a list in column order, or the value of the only column. */
export function readTables(sections: Sections, context: Context): TableDef[] {
  return sections.entries('tables').flatMap((entry) => readTable(entry, context))
}

function readTable({ key: id, keySpan, value }: YamlEntry, context: Context): TableDef[] {
  if (!context.declare('table', id, keySpan)) return []
  const what = `the table \`${id}\``
  const fields = context.fields(value, what, keySpan)
  const declared = fields.node('columns')
  fields.required('rows')
  const rows = fields.list('rows')?.items
  fields.end()
  if (rows === undefined) return []
  const columns = declared === undefined ? columnsOfMaps(rows) : readColumns(declared, what, context)
  const cells = rows.map((row) => readRow(row, columns, what, context))
  const types = new Map(
    columns.flatMap(({ id: column, type }) => {
      const samples = cells.flatMap((row) =>
        row.filter(({ key }) => key === column).map((cell) => cell.value),
      )
      const found = type ?? inferType(context, column, samples, `the column \`${column}\` of ${what}`)
      return found === undefined ? [] : [[column, found] as const]
    }),
  )
  const typed = [...types].map(([column, type]) => ({ id: column, type }))
  return [{ id, columns: typed, rows: cells.map((row) => context.constants(row, types, what, true)) }]
}

interface Column {
  readonly id: string
  readonly type?: TypeName | undefined
}

/** `{from: zone, to: zone}`, or only the names: `[from, to]`. */
function readColumns(node: YamlNode, what: string, context: Context): Column[] {
  if (node.kind === 'list')
    return context.strings(node.items, `a column of ${what}`).map(({ text }) => ({ id: text }))
  return (context.map(node, `\`columns\` of ${what}`)?.entries ?? []).map(({ key: id, value }) => ({
    id,
    type: readType(context, value, `the type of the column \`${id}\``),
  }))
}

/** The keys at least half of the rows have. A rarer key is an error in its row, not a gap in all the others. */
function columnsOfMaps(rows: readonly YamlNode[]): Column[] {
  const counts = new Map<string, number>()
  const maps = rows.flatMap((row) => (row.kind === 'map' ? [row] : []))
  for (const { entries } of maps) for (const { key } of entries) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].flatMap(([id, count]) => (2 * count >= maps.length ? [{ id }] : []))
}

/** The cells of a row by their columns. */
function readRow(row: YamlNode, columns: readonly Column[], what: string, context: Context): YamlEntry[] {
  const cell = (key: string, value: YamlNode | undefined): YamlEntry[] =>
    value === undefined ? [] : [{ key, keySpan: row.span, value }]
  if (row.kind === 'map') {
    const fields = context.fields(row, `a row of ${what}`)
    const cells = columns.flatMap(({ id }) => cell(id, fields.required(id)))
    fields.end()
    return cells
  }
  const [only, second] = columns
  if (only !== undefined && second === undefined) {
    const wrapped = row.kind === 'list' && row.items.length === 1 ? row.items[0] : undefined
    if (isList(only.type) && wrapped?.kind === 'list') return cell(only.id, wrapped)
    if (isList(only.type) || row.kind === 'scalar') return cell(only.id, row)
  }
  if (row.kind !== 'list' || columns.length === 0) {
    const message = `A row of ${capitalise(what)} must be a map, or a list if \`columns\` are declared, not ${describeNode(row)}.`
    return context.error('wrong-type', row.span, message) ?? []
  }
  if (row.items.length !== columns.length) {
    const names = columns.map(({ id }) => `\`${id}\``).join(', ')
    const message = `This row has ${row.items.length} values, but ${what} has ${columns.length} columns: ${names}.`
    context.error('wrong-row', row.span, message)
  }
  return columns.flatMap(({ id }, index) => cell(id, row.items[index]))
}

/** Reads the game options, which players choose before the game. */
export function readOptions(sections: Sections, context: Context): OptionDef[] {
  return sections.entries('options').flatMap(({ key: id, keySpan, value }) => {
    if (!context.declare('option', id, keySpan)) return []
    const what = `the option \`${id}\``
    const map = context.map(value, what)
    const form = map && (readListType(context, map, what) ?? readValueType(context, id, map, what))
    if (form?.fields === undefined) return []
    const { type, fields } = form
    fields.required('about')
    const about = fields.string('about') ?? ''
    const node = fields.node('default')
    fields.end()
    const plain = type === 'flag' || type === 'number' || isEnum(type) || isList(type)
    const message = `${capitalise(what)} can only be a flag, a range, one of several values, or a list.`
    if (form.track === true || !plain) return context.error('wrong-type', keySpan, message) ?? []
    const chosen = readStart(context, form, node, `the default of \`${id}\``)
    return [{ id, about, type, ...boundsOf(form), default: chosen }]
  })
}

/** Reads the phrases of groups. Elaboration parses them. */
export function readGroups(sections: Sections, context: Context) {
  return sections.entries('groups').flatMap(({ key: id, keySpan, value }) => {
    if (!context.declare('group', id, keySpan)) return []
    const what = `the group \`${id}\``
    const fields = value.kind === 'map' ? context.fields(value, what, keySpan) : undefined
    const names = fields === undefined ? {} : readNoun(fields)
    const of = fields === undefined ? value : fields.required('of')
    fields?.end()
    if (of === undefined) return []
    const nodes = of.kind === 'scalar' ? [of] : (context.list(of, what)?.items ?? [])
    return [{ id, ...names, phrases: context.strings(nodes, `a phrase of ${what}`) }]
  })
}
