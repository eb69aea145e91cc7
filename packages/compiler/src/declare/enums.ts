import type { EnumDef } from '@ludoforge/kernel'
import { showPlace, type Span } from '../source/index.js'
import { expectList, expectString, type YamlNode } from '../yaml/index.js'
import { type Context, isId } from './context.js'
import type { Section, Sections } from './sections.js'

/** The sections in which `name: {values: […]}` or `name: […]` writes an enumeration out. */
const INLINE: readonly Section[] = ['properties', 'variables', 'seat-variables', 'space-variables', 'options']

/** All enumerations that are written out, before anything that is checked against them. */
export function readEnums(sections: Sections, context: Context): void {
  for (const { key, keySpan, value } of sections.entries('values')) {
    if (!context.declare('enum', key, keySpan)) continue
    context.enums.set(key, { values: readValues(context, key, value), closed: true })
  }
  for (const section of INLINE) {
    for (const { key, keySpan, value } of sections.entries(section)) {
      const list = inlineValues(value)
      if (list !== undefined && isId(key)) addInline(context, key, keySpan, list)
    }
  }
}

function inlineValues(node: YamlNode): YamlNode | undefined {
  if (node.kind === 'list') return node
  return node.kind === 'map' ? node.entries.find(({ key }) => key === 'values')?.value : undefined
}

function addInline(context: Context, id: string, span: Span, list: YamlNode): void {
  const values = readValues(context, id, list)
  const known = context.enums.get(id)
  if (known === undefined) {
    context.enums.set(id, { values, closed: true })
    context.spans.set(`enum:${id}`, span)
    return
  }
  if (known.values.join() === values.join()) return
  const first = context.spans.get(`enum:${id}`)
  const place = first === undefined ? '' : ` at ${showPlace(first)}`
  const message = `\`${id}\` has other values here than${place}: an enumeration is known by its name.`
  context.reporter.error(
    'duplicate-id',
    list.span,
    message,
    `declare it once in \`values\` and write \`of: ${id}\``,
  )
}

function readValues(context: Context, id: string, node: YamlNode): string[] {
  const { reporter } = context
  const values = new Set<string>()
  for (const item of expectList(node, `the values of \`${id}\``, reporter)?.items ?? []) {
    const value = expectString(item, `a value of \`${id}\``, reporter)
    if (value === undefined) continue
    if (!isId(value)) {
      const message = `\`${value}\` is not a name: a value of \`${id}\` begins with a letter.`
      reporter.error('bad-id', item.span, message)
    } else if (values.has(value)) {
      reporter.error('duplicate-id', item.span, `\`${id}\` has the value \`${value}\` twice.`)
    } else {
      values.add(value)
    }
  }
  return [...values]
}

/** Every enumeration in the order in which it became known; the classes of actions always exist. */
export function finishEnums(context: Context): EnumDef[] {
  if (!context.enums.has('action-class')) context.enums.set('action-class', { values: [], closed: true })
  return [...context.enums].map(([id, { values }]) => ({ id, values: [...values] }))
}
