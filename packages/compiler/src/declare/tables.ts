import type { Constant, OptionDef, TableDef, TypeName } from '@ludoforge/kernel'
import { isEnum, isList } from '@ludoforge/kernel'
import type { YamlEntry, YamlList, YamlNode } from '../yaml/index.js'
import { describeNode, expectList, expectMap, expectString, Fields } from '../yaml/index.js'
import { sentence } from '../diagnostics/index.js'
import type { Context } from './context.js'
import { defaultStart, readForm, readFormValue, readListForm } from './forms.js'
import type { Sections } from './sections.js'
import { inferType, readConstant, readType } from './types.js'

/** Tables of constants. A row is a map by column, a list in the order of the columns, or the one column's value. */
export function readTables(sections: Sections, context: Context): TableDef[] {
  return sections.entries('tables').flatMap((entry) => readTable(entry, context))
}

function readTable({ key: id, keySpan, value }: YamlEntry, context: Context): TableDef[] {
  if (!context.declare('table', id, keySpan)) return []
  const what = `the table \`${id}\``
  const fields = Fields.of(value, what, context.reporter, keySpan)
  const columnsNode = fields?.node('columns')
  fields?.required('rows')
  const rows = fields?.list('rows')
  fields?.end()
  if (fields === undefined || rows === undefined) return []
  const declared = columnsNode === undefined ? undefined : readColumns(columnsNode, what, context)
  const columns = declared ?? columnsOfMaps(rows)
  const cells = rows.items.map((row) => readRow(row, columns, what, context))
  const types = columns.map((column): readonly [string, TypeName | undefined] => {
    if (column.type !== undefined) return [column.id, column.type]
    const samples = cells.flatMap((row) => row.get(column.id) ?? [])
    return [column.id, inferType(context, column.id, samples, `the column \`${column.id}\` of ${what}`)]
  })
  const typed = types.flatMap(([column, type]) => (type === undefined ? [] : [{ id: column, type }]))
  return [{ id, columns: typed, rows: cells.map((row) => readCells(row, typed, what, context)) }]
}

interface Column {
  readonly id: string
  readonly type?: TypeName
}

/** `{from: zone, to: zone}`, or only the names: `[from, to]`. */
function readColumns(node: YamlNode, what: string, context: Context): Column[] {
  const { reporter } = context
  if (node.kind === 'list') {
    return node.items.flatMap((item) => {
      const id = expectString(item, `a column of ${what}`, reporter)
      return id === undefined ? [] : [{ id }]
    })
  }
  return (expectMap(node, `\`columns\` of ${what}`, reporter)?.entries ?? []).map(({ key: id, value }) => {
    const type = readType(context, value, `the type of the column \`${id}\``)
    return type === undefined ? { id } : { id, type }
  })
}

function columnsOfMaps(rows: YamlList): Column[] {
  const ids = new Set(
    rows.items.flatMap((row) => (row.kind === 'map' ? row.entries.map(({ key }) => key) : [])),
  )
  return [...ids].map((id) => ({ id }))
}

function readRow(
  row: YamlNode,
  columns: readonly Column[],
  what: string,
  context: Context,
): Map<string, YamlNode> {
  const { reporter } = context
  if (row.kind === 'map') {
    const fields = Fields.of(row, `a row of ${what}`, reporter)
    const cells = columns.flatMap(({ id }) => {
      const node = fields?.required(id)
      return node === undefined ? [] : [[id, node] as const]
    })
    fields?.end()
    return new Map(cells)
  }
  const [only, second] = columns
  if (only !== undefined && second === undefined) {
    const list = only.type?.startsWith('list ') === true
    const wrapped = row.kind === 'list' && row.items.length === 1 ? row.items[0] : undefined
    if (list && wrapped?.kind === 'list') return new Map([[only.id, wrapped]])
    if (list || row.kind === 'scalar') return new Map([[only.id, row]])
  }
  if (row.kind !== 'list' || columns.length === 0) {
    const message = `A row of ${sentence(what)} must be a map, or a list when \`columns\` are declared, not ${describeNode(row)}.`
    reporter.error('wrong-type', row.span, message)
    return new Map()
  }
  if (row.items.length !== columns.length) {
    const names = columns.map(({ id }) => `\`${id}\``).join(', ')
    const message = `This row has ${row.items.length} values; ${what} has ${columns.length} columns: ${names}.`
    reporter.error('wrong-row', row.span, message)
  }
  return new Map(
    columns.flatMap(({ id }, index) => {
      const node = row.items[index]
      return node === undefined ? [] : [[id, node] as const]
    }),
  )
}

function readCells(
  row: ReadonlyMap<string, YamlNode>,
  columns: readonly { readonly id: string; readonly type: TypeName }[],
  what: string,
  context: Context,
): Record<string, Constant> {
  const cells: [string, Constant][] = []
  for (const { id, type } of columns) {
    const node = row.get(id)
    const value = node === undefined ? undefined : readConstant(context, node, type, `\`${id}\` of ${what}`)
    if (value !== undefined) cells.push([id, value])
  }
  return Object.fromEntries(cells)
}

/** What players agree on before the game. */
export function readOptions(sections: Sections, context: Context): OptionDef[] {
  return sections.entries('options').flatMap(({ key: id, keySpan, value }) => {
    if (!context.declare('option', id, keySpan)) return []
    const what = `the option \`${id}\``
    const map = expectMap(value, what, context.reporter)
    const form =
      map === undefined ? undefined : (readListForm(context, map, what) ?? readForm(context, id, map, what))
    if (form?.fields === undefined) return []
    const { type, range, fields } = form
    fields.required('about')
    const about = fields.string('about') ?? ''
    const node = fields.node('default')
    fields.end()
    const plain = type === 'flag' || type === 'number' || isEnum(type) || isList(type)
    if (form.track === true || !plain) {
      const message = `${sentence(what)} can only be a flag, a range, one of several values, or a list.`
      context.reporter.error('wrong-type', keySpan, message)
      return []
    }
    const chosen =
      node === undefined ? undefined : readFormValue(context, node, form, `the default of \`${id}\``)
    const bounds = range === undefined ? {} : { min: range.min, max: range.max }
    return [{ id, about, type, ...bounds, default: chosen ?? defaultStart(context, form) }]
  })
}

/** Reads the phrases of groups, which the elaboration of rules understands. */
export function readGroups(sections: Sections, context: Context) {
  return sections.entries('groups').flatMap(({ key: id, keySpan, value }) => {
    if (!context.declare('group', id, keySpan)) return []
    const what = `the group \`${id}\``
    const nodes = value.kind === 'scalar' ? [value] : (expectList(value, what, context.reporter)?.items ?? [])
    const phrases = nodes.flatMap((node) => {
      const text = expectString(node, `a phrase of ${what}`, context.reporter)
      return text === undefined ? [] : [{ text, span: node.span }]
    })
    return [{ id, phrases }]
  })
}
