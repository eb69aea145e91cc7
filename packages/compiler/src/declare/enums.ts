import { type EnumDef, withoutUndefined } from '@ludoforge/kernel'
import { formatLocation, type Span } from '../source/index.js'
import type { YamlNode } from '../yaml/index.js'
import { isEngineName } from '../parser/index.js'
import { type Context, type Enumeration, isId } from './context.js'
import type { Section, Sections } from './sections.js'

/** The sections in which `name: {values: …}` or `name: […]` declares an enumeration. */
const INLINE: readonly Section[] = ['properties', 'variables', 'seat-variables', 'space-variables', 'options']

/** Reads all declared enumerations. Runs before anything is checked against them. */
export function readEnums(sections: Sections, context: Context): void {
  for (const { key, keySpan, value } of sections.entries('values'))
    if (context.declare('enum', key, keySpan)) context.enums.set(key, readValues(context, key, value))
  for (const section of INLINE)
    for (const { key, keySpan, value } of sections.entries(section)) {
      const inMap = value.kind === 'map' ? value.entries.find((entry) => entry.key === 'values') : undefined
      const values = value.kind === 'list' ? value : inMap?.value
      if (values !== undefined && isId(key)) addInline(context, key, keySpan, values)
    }
}

function addInline(context: Context, id: string, span: Span, node: YamlNode): void {
  const read = readValues(context, id, node)
  const known = context.enums.get(id)
  if (known === undefined) {
    context.enums.set(id, read)
    context.spans.set(`enum:${id}`, span)
    return
  }
  const differs = differenceOf(known, read)
  if (differs === undefined) {
    context.enums.set(id, { ...known, ...withoutUndefined({ names: known.names ?? read.names }) })
    return
  }
  const first = context.spans.get(`enum:${id}`)
  const place = first === undefined ? '' : ` at ${formatLocation(first)}`
  const message = `The enumeration \`${id}\` already has different ${differs}${place}.`
  const hint = `declare it once in \`values\` and write \`of: ${id}\``
  context.error('duplicate-id', node.span, message, hint)
}

function differenceOf(known: Enumeration, again: Enumeration): 'values' | 'names' | undefined {
  if (known.values.join() !== again.values.join()) return 'values'
  const [a, b] = [known.names, again.names]
  if (a === undefined || b === undefined) return undefined
  return known.values.every((value) => a[value] === b[value]) ? undefined : 'names'
}

/** A list of values, or a map of values with their names. */
function readValues(context: Context, id: string, node: YamlNode): Enumeration {
  const values = new Set<string>()
  const names = new Map<string, string>()
  for (const { text: value, span, name } of writtenValues(context, id, node)) {
    const letter = `\`${value}\` isn't a valid value of \`${id}\`. Use letters, digits and hyphens, and start with a letter.`
    if (!isId(value)) context.error('bad-id', span, letter)
    else if (isEngineName(value))
      context.error('bad-id', span, `\`${value}\` is a reserved word, so it can't be a value.`)
    else if (values.has(value))
      context.error('duplicate-id', span, `\`${id}\` has the value \`${value}\` twice.`)
    else {
      values.add(value)
      if (name !== undefined) names.set(value, name)
    }
  }
  return { values: [...values], closed: true, ...(names.size > 0 && { names: Object.fromEntries(names) }) }
}

interface WrittenValue {
  readonly text: string
  readonly span: Span
  readonly name?: string | undefined
}

function writtenValues(context: Context, id: string, node: YamlNode): readonly WrittenValue[] {
  if (node.kind === 'map')
    return node.entries.map(({ key: text, keySpan: span, value }) => {
      return { text, span, name: context.displayName(value, `the name of \`${text}\``) }
    })
  const items = context.list(node, `the values of \`${id}\``)?.items ?? []
  return context.strings(items, `a value of \`${id}\``)
}

/** All enumerations in order of declaration. The one of action classes always exists. */
export function finishEnums({ enums }: Context): EnumDef[] {
  if (!enums.has('action-class')) enums.set('action-class', { values: [], closed: true })
  return [...enums].map(([id, { values, names }]) => ({
    id,
    values: [...values],
    ...withoutUndefined({ names }),
  }))
}
