import {
  type Constant,
  withoutUndefined,
  type Effect,
  isList,
  itemOf,
  type VariableDef,
  type ZoneDef,
} from '@ludoforge/kernel'
import type { Fields, YamlEntry, YamlNode } from '../yaml/index.js'
import type { Context } from './context.js'
import {
  boundsOf,
  type ValueType,
  readListType,
  readValueType,
  readValueOfType,
  readStart,
} from './value-types.js'
import { readVariableName } from './names.js'
import type { Section, Sections } from './sections.js'
import { literal, readConstant, readSeat } from './types.js'

const SCOPES: readonly (readonly [Section, VariableDef['scope']])[] = [
  ['variables', 'global'],
  ['seat-variables', 'seat'],
  ['space-variables', 'zone'],
]

type Attributes = ReadonlyMap<string, string>

/** Reads all variables. Returns the effects that set seat variables whose start depends on the seat. */
export function readVariables(sections: Sections, context: Context, attributes: Attributes): Effect[] {
  return SCOPES.flatMap(([section, scope]) =>
    sections.entries(section).flatMap((entry) => readVariable(entry, scope, context, attributes)),
  )
}

function readVariable(
  { key: id, keySpan, value }: YamlEntry,
  scope: VariableDef['scope'],
  context: Context,
  attributes: Attributes,
): Effect[] {
  if (!context.declare('variable', id, keySpan)) return []
  const form =
    readListType(context, value, `\`${id}\``, 'variable') ?? readValueType(context, id, value, `\`${id}\``)
  if (form === undefined) return []
  const { type, track, fields } = form
  const node = form.start ?? fields?.node('start')
  const bySeat = scope === 'seat' && node?.kind === 'map' ? node : undefined
  const start = readStart(context, form, bySeat === undefined ? node : undefined, `the start of \`${id}\``)
  const only = scope === 'zone' ? readOnly(context, id, fields, attributes) : undefined
  const hidden = scope === 'seat' ? fields?.oneOf('hidden', ['owner', 'all']) : undefined
  const open = scope === 'seat' ? undefined : fields?.node('hidden')
  if (open !== undefined)
    context.error(
      'unknown-key',
      open.span,
      `\`${id}\` can't be hidden: everybody sees the variables of the game and of spaces.`,
      'declare it in `seat-variables`, where it can be `hidden: owner` or `hidden: all`',
    )
  const list = isList(type) && fields !== undefined ? readListKeys(fields) : {}
  const during = fields?.string('during')
  const bookkeeping = fields?.flag('bookkeeping') === true ? ({ bookkeeping: true } as const) : {}
  const beside = fields?.flag('beside') === true ? ({ beside: true } as const) : {}
  const names = readVariableName(fields, type === 'number')
  fields?.end()
  const about = {
    ...withoutUndefined({ track, start, only, hidden, during }),
    ...list,
    ...bookkeeping,
    ...beside,
  }
  context.variables.set(id, { id, ...names, scope, type, ...boundsOf(form), ...about })
  return bySeat === undefined ? [] : setForSeats(context, id, form, bySeat, `the start of \`${id}\` for`)
}

/** The keys of a list variable: how many items it can hold, and whether a full one forgets. */
function readListKeys(fields: Fields): Pick<VariableDef, 'most' | 'forgetting'> {
  fields.required('most')
  const most = fields.int('most', { min: 1, max: MOST_ITEMS })
  const forgetting = fields.oneOf('forgetting', ['first'])
  return withoutUndefined({ most, forgetting })
}

/** The largest `most` of a list. */
const MOST_ITEMS = 30_000

/**
 * Hides lists of tokens and of positions in a game that hides anything: their items would tell where hidden tokens are.
 */
export function hideRevealingLists(variables: Map<string, VariableDef>, zones: Iterable<ZoneDef>): void {
  const revealing = ({ type }: VariableDef): boolean => type === 'list token' || type === 'list position'
  const hides =
    [...zones].some(({ visible }) => visible !== 'all') ||
    [...variables.values()].some((v) => v.hidden !== undefined && !revealing(v))
  if (!hides) return
  for (const [id, v] of variables) if (revealing(v)) variables.set(id, { ...v, hidden: 'all' })
}

/** Sets a seat variable: one value for all seats, or a map by seat. */
export function setForSeats(
  context: Context,
  id: string,
  form: Pick<ValueType, 'type' | 'range'>,
  node: YamlNode,
  what: string,
): Effect[] {
  const set = (seat: string | undefined, value: YamlNode): Effect[] => {
    const constant = seat && readValueOfType(context, value, form, `${what} \`${seat}\``)
    if (seat === undefined || constant === undefined) return []
    return [{ setVar: { scope: 'pvar', var: id, player: { seat }, value: literal(constant, form.type) } }]
  }
  if (node.kind !== 'map') return [...context.seats.keys()].flatMap((seat) => set(seat, node))
  return node.entries.flatMap(({ key, keySpan, value }) => set(readSeat(context, key, keySpan), value))
}

/** The spaces that have a space variable: a list, or conditions on their attributes. */
function readOnly(
  context: Context,
  id: string,
  fields: Fields | undefined,
  attributes: Attributes,
): string[] | undefined {
  const node = fields?.node('only')
  if (node === undefined) return undefined
  const spaces = context.spaces()
  if (node.kind === 'list')
    return context
      .strings(node.items, `a space that has \`${id}\``)
      .flatMap((named) => context.find('space', named, spaces)?.id ?? [])
  const tests = (context.map(node, `\`only\` of \`${id}\``)?.entries ?? []).flatMap((entry) => {
    const type = attributes.get(entry.key)
    if (type !== undefined) return [{ attribute: entry.key, type, test: readTest(context, entry, type) }]
    return context.unknown('attribute', entry.key, entry.keySpan, attributes.keys()) ?? []
  })
  const found = spaces.filter((space) =>
    tests.every(({ attribute, type, test }) => {
      // A missing attribute is 0, false or none, as in rules.
      const missing = type === 'number' ? 0 : type === 'flag' ? false : null
      return test(
        Object.hasOwn(space.attributes, attribute) ? (space.attributes[attribute] ?? null) : missing,
      )
    }),
  )
  if (found.length === 0 && tests.length > 0)
    context.reporter.warn('empty-only', node.span, `No space satisfies \`only\` of \`${id}\`.`)
  return found.map((space) => space.id)
}

type Test = (value: Constant) => boolean

function readTest(context: Context, { key, value: node }: YamlEntry, type: string): Test {
  const what = `\`${key}\``
  if (node.kind === 'map' && type === 'number') {
    const fields = context.fields(node, what)
    const [min, max] = [fields.int('min'), fields.int('max')]
    fields.end()
    return (value) => typeof value === 'number' && value >= (min ?? value) && value <= (max ?? value)
  }
  const nodes = node.kind === 'list' ? node.items : [node]
  const allowed = nodes.map((item) => readConstant(context, item, itemOf(type), what))
  // For an attribute that is a list, one item in common is enough.
  return (value) => [value].flat().some((item) => allowed.includes(item))
}
