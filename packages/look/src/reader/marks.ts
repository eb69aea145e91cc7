/** `marks`: what is shown next to each space. */
import type { YamlNode } from '@ludoforge/compiler/files'
import type { ValueLook } from '../scene.js'
import type { StyleNames } from './style-names.js'
import type { MarkRule } from './look.js'
import { type LookReader, nameSet } from './look-reader.js'

export function readMarks(
  reader: LookReader,
  node: YamlNode | undefined,
  legend: StyleNames,
): { readonly marks: MarkRule[]; readonly spaceValues: ValueLook[] } {
  const spaceValues: ValueLook[] = []
  const marks: MarkRule[] = []
  for (const { key: title, value } of reader.entries(node, '`marks`')) {
    const what = `the mark \`${title}\``
    const fields = value.kind === 'map' ? reader.fields(value, what) : undefined
    const at = fields === undefined ? value : fields.required('of')
    const text = at === undefined ? undefined : reader.string(at, `\`of\` of ${what}`)
    const hideAt = fields?.node('hide')
    const label = fields?.string('label') ?? ''
    const shape = fields?.oneOf('shape', ['round', 'shield', 'square', 'plain'] as const) ?? 'round'
    const tints = fields?.flag('tints') === true
    const looksAt = fields?.node('looks')
    let of: MarkRule['of'] | undefined
    let hide = reader.hidden(hideAt, `\`hide\` of ${what}`)
    let values: readonly string[] | undefined
    if (at !== undefined && text !== undefined) {
      if (reader.known.ofSpaces.has(text)) {
        of = { variable: text }
        // By default, a variable's start value is hidden.
        const start = reader.def.variables.find(({ id }) => id === text)?.start
        if (hideAt === undefined) hide = [String(start ?? 'none')]
        values = reader.valuesOf(reader.def.variables, text)
      } else if (reader.known.attributes.has(text)) {
        of = { attribute: text }
        values = reader.valuesOf(reader.def.attributes, text)
      } else {
        const space = reader.def.zones.find((zone) => zone.space)?.id
        if (space === undefined) reader.error('unknown-name', at.span, 'This game has no spaces to mark.')
        else if (reader.isMeant(at, text, space)) {
          of = { value: spaceValues.length }
          spaceValues.push({ title, expression: text, hide, signed: false })
        }
      }
    }
    const looks = readLooks(reader, looksAt, what, values, legend)
    fields?.end()
    if (of !== undefined) marks.push({ title, label, of, looks, hide, shape, tints })
  }
  return { marks, spaceValues }
}

function readLooks(
  reader: LookReader,
  node: YamlNode | undefined,
  of: string,
  values: readonly string[] | undefined,
  legend: StyleNames,
): MarkRule['looks'] {
  const found: Record<string, MarkRule['looks'][string]> = {}
  for (const { key, keySpan, value } of reader.entries(node, `\`looks\` of ${of}`)) {
    if (values !== undefined && !reader.isKnown(key, keySpan, nameSet('such value', values))) continue
    const what = `\`${key}\` of ${of}`
    if (value.kind !== 'map') {
      const text = reader.string(value, what)
      if (text !== undefined) found[key] = { text }
      continue
    }
    const fields = reader.fields(value, what)
    const text = fields.string('text')
    const sign = legend.sign(fields.node('sign'), `\`sign\` of ${what}`)
    const colour = legend.colourName(fields.node('colour'), `\`colour\` of ${what}`)
    const ink = legend.colourName(fields.node('ink'), `\`ink\` of ${what}`)
    const title = fields.string('title')
    const count = fields.int('count', { min: 1, max: 9 })
    fields.end()
    found[key] = {
      ...(text === undefined ? {} : { text }),
      ...(sign === undefined ? {} : { sign }),
      ...(colour === undefined ? {} : { colour }),
      ...(ink === undefined ? {} : { ink }),
      ...(title === undefined ? {} : { title }),
      ...(count === undefined ? {} : { count }),
    }
  }
  return found
}
