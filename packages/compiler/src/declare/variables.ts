import { type Constant, type Effect, itemOf, type VariableDef } from '@ludoforge/kernel'
import { expectInt, expectMap, expectString, Fields, type YamlEntry, type YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import { defaultStart, type Form, readForm, readFormValue } from './forms.js'
import type { Section, Sections } from './sections.js'
import { literal, readConstant, unknownSeat } from './types.js'

const SCOPES: readonly (readonly [Section, VariableDef['scope']])[] = [
  ['variables', 'global'],
  ['seat-variables', 'seat'],
  ['space-variables', 'zone'],
]

/** All variables; gives the effects that set what starts differently from seat to seat. */
export function readVariables(
  sections: Sections,
  context: Context,
  attributes: ReadonlyMap<string, string>,
): Effect[] {
  const setup: Effect[] = []
  for (const [section, scope] of SCOPES) {
    for (const entry of sections.entries(section))
      setup.push(...readVariable(entry, scope, context, attributes))
  }
  return setup
}

function readVariable(
  { key: id, keySpan, value }: YamlEntry,
  scope: VariableDef['scope'],
  context: Context,
  attributes: ReadonlyMap<string, string>,
): Effect[] {
  if (!context.declare('variable', id, keySpan)) return []
  const form = readForm(context, id, value, `\`${id}\``)
  if (form === undefined) return []
  const { type, range, track, fields } = form
  const startNode = form.start ?? fields?.node('start')
  const bySeat = scope === 'seat' && startNode?.kind === 'map' ? startNode : undefined
  const read =
    startNode === undefined || bySeat !== undefined
      ? undefined
      : readFormValue(context, startNode, form, `the start of \`${id}\``)
  const only = scope === 'zone' ? readOnly(context, id, fields, attributes) : undefined
  const hidden = scope === 'seat' ? fields?.oneOf('hidden', ['owner', 'all']) : undefined
  const during = fields?.string('during')
  fields?.end()
  const variable: VariableDef = {
    id,
    scope,
    type,
    ...(range === undefined ? {} : { min: range.min, max: range.max }),
    ...(track === undefined ? {} : { track }),
    start: read ?? defaultStart(context, form),
    ...(only === undefined ? {} : { only }),
    ...(hidden === undefined ? {} : { hidden }),
    ...(during === undefined ? {} : { during }),
  }
  context.variables.set(id, variable)
  return bySeat === undefined ? [] : setBySeat(context, variable, bySeat, form)
}

function setBySeat(context: Context, { id, type }: VariableDef, node: YamlNode, form: Form): Effect[] {
  const map = expectMap(node, `the start of \`${id}\``, context.reporter)
  return (map?.entries ?? []).flatMap(({ key: seat, keySpan, value }): Effect[] => {
    if (!context.seats.has(seat)) {
      unknownSeat(context, seat, keySpan)
      return []
    }
    const start = readFormValue(context, value, form, `the start of \`${id}\` for \`${seat}\``)
    if (start === undefined) return []
    return [{ setVar: { scope: 'pvar', var: id, player: { seat }, value: literal(start, type) } }]
  })
}

/** The spaces that have a space variable: named one by one, or by conditions on their attributes. */
function readOnly(
  context: Context,
  id: string,
  fields: Fields | undefined,
  attributes: ReadonlyMap<string, string>,
): string[] | undefined {
  const node = fields?.node('only')
  if (node === undefined) return undefined
  const spaces = context.spaces()
  if (node.kind === 'list') {
    const known = new Set(spaces.map((space) => space.id))
    return node.items.flatMap((item) => {
      const space = expectString(item, `a space that has \`${id}\``, context.reporter)
      if (space === undefined || known.has(space)) return space ?? []
      return context.unknown('space', space, item.span, known) ?? []
    })
  }
  const map = expectMap(node, `\`only\` of \`${id}\``, context.reporter)
  const tests = (map?.entries ?? []).flatMap((entry) => {
    const type = attributes.get(entry.key)
    if (type === undefined) {
      context.unknown('attribute', entry.key, entry.keySpan, attributes.keys())
      return []
    }
    return [{ attribute: entry.key, type, test: readTest(context, entry, type) }]
  })
  const found = spaces.filter((space) =>
    tests.every(({ attribute, type, test }) => {
      // What no space says is zero or false, as it is for rules.
      const missing = type === 'number' ? 0 : type === 'flag' ? false : null
      return test(
        Object.hasOwn(space.attributes, attribute) ? (space.attributes[attribute] ?? null) : missing,
      )
    }),
  )
  if (found.length === 0 && tests.length > 0) {
    context.reporter.warn('empty-only', node.span, `No space satisfies \`only\` of \`${id}\`.`)
  }
  return found.map((space) => space.id)
}

type Test = (value: Constant) => boolean

function readTest(context: Context, { key, value: node }: YamlEntry, type: string): Test {
  const what = `\`${key}\``
  if (node.kind === 'map' && type === 'number') {
    const fields = Fields.of(node, what, context.reporter)
    const [min, max] = (['min', 'max'] as const).map((bound) => {
      const limit = fields?.node(bound)
      return limit === undefined ? undefined : expectInt(limit, `\`${bound}\` of ${what}`, context.reporter)
    })
    fields?.end()
    return (value) => typeof value === 'number' && value >= (min ?? value) && value <= (max ?? value)
  }
  const item = itemOf(type)
  const nodes = node.kind === 'list' ? node.items : [node]
  const allowed = nodes.map((one) => readConstant(context, one, item, what))
  // Of an attribute that is a list, one item in common is enough.
  return (value) =>
    Array.isArray(value) ? value.some((one) => allowed.includes(one)) : allowed.includes(value)
}
