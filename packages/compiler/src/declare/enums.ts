import type { EnumDef } from '@ludoforge/kernel'
import { formatLocation, type Span } from '../source/index.js'
import type { YamlNode } from '../yaml/index.js'
import { isEngineName } from '../parser/index.js'
import { type Context, isId } from './context.js'
import type { Section, Sections } from './sections.js'

/** The sections in which `name: {values: […]}` or `name: […]` declares an enumeration. */
const INLINE: readonly Section[] = ['properties', 'variables', 'seat-variables', 'space-variables', 'options']

/** Reads all declared enumerations. Runs before anything is checked against them. */
export function readEnums(sections: Sections, context: Context): void {
  for (const { key, keySpan, value } of sections.entries('values'))
    if (context.declare('enum', key, keySpan))
      context.enums.set(key, { values: readValues(context, key, value), closed: true })
  for (const section of INLINE)
    for (const { key, keySpan, value } of sections.entries(section)) {
      const inMap = value.kind === 'map' ? value.entries.find((entry) => entry.key === 'values') : undefined
      const list = value.kind === 'list' ? value : inMap?.value
      if (list !== undefined && isId(key)) addInline(context, key, keySpan, list)
    }
}

function addInline(context: Context, id: string, span: Span, list: YamlNode): void {
  const values = readValues(context, id, list)
  const known = context.enums.get(id)
  if (known === undefined) {
    context.enums.set(id, { values, closed: true })
    context.spans.set(`enum:${id}`, span)
  } else if (known.values.join() !== values.join()) {
    const first = context.spans.get(`enum:${id}`)
    const place = first === undefined ? '' : ` at ${formatLocation(first)}`
    const message = `The enumeration \`${id}\` already has different values${place}.`
    const hint = `declare it once in \`values\` and write \`of: ${id}\``
    context.error('duplicate-id', list.span, message, hint)
  }
}

function readValues(context: Context, id: string, node: YamlNode): string[] {
  const values = new Set<string>()
  const items = context.list(node, `the values of \`${id}\``)?.items ?? []
  for (const { text: value, span } of context.strings(items, `a value of \`${id}\``)) {
    const letter = `\`${value}\` isn't a valid value of \`${id}\`. Use letters, digits and hyphens, and start with a letter.`
    if (!isId(value)) context.error('bad-id', span, letter)
    else if (isEngineName(value))
      context.error('bad-id', span, `\`${value}\` is a reserved word, so it can't be a value.`)
    else if (values.has(value))
      context.error('duplicate-id', span, `\`${id}\` has the value \`${value}\` twice.`)
    else values.add(value)
  }
  return [...values]
}

/** All enumerations in order of declaration. The one of action classes always exists. */
export function finishEnums({ enums }: Context): EnumDef[] {
  if (!enums.has('action-class')) enums.set('action-class', { values: [], closed: true })
  return [...enums].map(([id, { values }]) => ({ id, values: [...values] }))
}
