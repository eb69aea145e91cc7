/** Bare words: the expected type determines their meaning. */
import type { Expr, Filter, TypeName } from '@ludoforge/kernel'
import { ACTION_CLASS, enumId, isEnum, isList, isRow, itemOf, tableId } from '@ludoforge/kernel'
import {
  accepts,
  binding,
  condition,
  describe,
  enumValue,
  DiagnosticError,
  onlyItem,
  ownValue,
  parseExpressionText,
  phraseFilter,
  phraseWords,
  Scope,
  type Span,
  type Typed,
  typeOfWord,
  parseTypeName,
  unknownName,
  type SymbolTable,
} from '@ludoforge/compiler/dialect'
import { classOf, type LoweringContext, resolveSpelling } from './context.js'

/** The specs' names for properties of the current action. */
const INJECTED: Readonly<Record<string, Typed>> = {
  freeOperation: { expr: { ref: 'free' }, type: 'flag' },
  actionClass: { expr: { ref: 'actionClass' }, type: ACTION_CLASS },
}

export function isFreeOperation(name: string): boolean {
  return name.replace(/^(\$|__)+/, '') === 'freeOperation'
}

/** Resolves a bound name. `__freeOperation` and `__actionClass` are always bound. */
export function resolveName(cx: LoweringContext, name: string, span: Span): Typed {
  const entry = cx.names.find(name)
  if (entry !== undefined) return { expr: binding(entry.actual), type: entry.type }
  const injected = name.replace(/^__/, '')
  const known = ownValue(INJECTED, injected)
  if (known !== undefined) return known
  throw unknownName(span, name, 'bound here', cx.names.all)
}

export function resolveWord(cx: LoweringContext, text: string, span: Span, expected?: TypeName): Typed {
  if (text.startsWith('$')) return resolveName(cx, text.slice(1), span)
  const wanted = expected === 'any' ? undefined : expected
  const literal = wanted === undefined ? anyLiteral(cx.world, text) : literalOf(cx.world, text, wanted)
  if (literal !== undefined) return literal
  const entry = cx.names.find(text)
  if (entry !== undefined) return { expr: binding(entry.actual), type: entry.type }
  if (wanted === 'flag') return rulesText(cx, text, span)
  // The other operand had an error, which was reported. Don't report its consequence.
  if (expected === 'any') return { expr: { none: 'any' }, type: 'any' }
  if (wanted === undefined) throw unknownName(span, text, 'a name known here', cx.world.allNames)
  throw unknownName(span, text, describe(wanted), candidates(cx, wanted))
}

/** Resolves a literal of a type. */
function literalOf(world: SymbolTable, text: string, type: TypeName): Typed | undefined {
  if (isEnum(type)) {
    const values = enumValues(world, enumId(type)) ?? []
    const value =
      resolveSpelling(text, (one) => values.includes(one)) ??
      (type === ACTION_CLASS ? classOf(world, text) : undefined)
    if (value !== undefined) return enumValue(world, value, enumId(type))
  }
  if (type === 'seat') {
    if (text === 'actor') return { expr: { ref: 'actor' }, type }
    if (world.seats.has(text)) return { expr: { seat: text }, type }
  }
  if (type === 'zone') {
    const zone = resolveSpelling(text, (one) => world.zones.has(one))
    if (zone !== undefined) return { expr: { zone }, type }
  }
  if (type === 'action' && world.procedures.get(text)?.action === true) {
    world.use(`procedure:${text}`)
    return { expr: { action: text }, type }
  }
  if (type === 'kind') {
    const filter = phrase(world, text)
    if (filter !== undefined) return { expr: { kinds: filter }, type }
  }
  if (text === 'none' && !isList(type) && type !== 'number' && type !== 'flag')
    return { expr: { none: type }, type }
  return undefined
}

/** Resolves a phrase for kinds of tokens, such as `active troops`. */
export function phrase(world: SymbolTable, text: string): Filter | undefined {
  const span = { file: '', line: 0, column: 0, length: 0 }
  const words = text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, span }))
  const found = words.length === 0 ? undefined : phraseFilter(world, new Scope(), words)
  return found !== undefined && 'filter' in found ? found.filter : undefined
}

function anyLiteral(world: SymbolTable, text: string): Typed | undefined {
  const fixed =
    literalOf(world, text, 'seat') ?? (text === 'none' ? undefined : literalOf(world, text, 'zone'))
  if (fixed !== undefined && !(typeof fixed.expr === 'object' && 'none' in fixed.expr)) return fixed
  const owner = onlyItem(world.enumsWith(text).filter((id) => !id.includes('|')))
  return owner === undefined ? undefined : enumValue(world, text, owner)
}

/** The values of an enumeration. The id of an anonymous one lists its values: `yes|no`. */
export function enumValues(world: SymbolTable, id: string): readonly string[] | undefined {
  const known = world.enums.get(id)
  if (known !== undefined || !id.includes('|')) return known
  const values = id.replace(/\|$/, '').split('|') // a trailing `|` marks a single value
  if (values.some((value) => value === '') || new Set(values).size !== values.length) return undefined
  world.enums.set(id, values)
  return values
}

/** Elaborates a condition in the rules notation. The parser reports its syntax errors. */
function rulesText(cx: LoweringContext, text: string, span: Span): Typed {
  if (text.replace(/#.*/s, '').trim() === '')
    throw new DiagnosticError('wrong-type', span, 'The condition is missing.')
  const node = parseExpressionText(text, span, cx.world.reporter)
  if (node === undefined) return { expr: false, type: 'flag' }
  return { expr: condition({ world: cx.world, scope: cx.names.scope() }, node), type: 'flag' }
}

/** The words for values of a type, for suggestions. */
function candidates(cx: LoweringContext, type: TypeName): Iterable<string> {
  const { world } = cx
  const bound = cx.names.all.filter((name) => accepts(type, cx.names.find(name)?.type ?? ''))
  if (isEnum(type)) return [...world.valuesOf(type), ...bound]
  if (type === 'seat') return [...world.seats, 'actor', ...bound]
  if (type === 'zone') return [...world.zones.keys(), ...bound]
  if (type === 'action') return [...world.procedures.values()].filter((p) => p.action).map((p) => p.id)
  if (type === 'kind') return phraseWords(world)
  return bound
}

/** Resolves a type in the spelling of GameDefs or of the rules notation. */
export function typeNamed(world: SymbolTable, text: string, span: Span): TypeName {
  const type = parseTypeName(text, (one) => {
    const isType =
      (isEnum(one) && enumValues(world, enumId(one))) || (isRow(one) && world.tables.has(tableId(one)))
    return typeOfWord(one, world) ?? (isType ? one : undefined)
  })
  if (type !== undefined) return type
  throw unknownName(span, text, 'a type', [...TYPES, ...world.enums.keys(), ...world.tables.keys()])
}

const TYPES = [
  'number',
  'flag',
  'text',
  'seat',
  'zone',
  'space',
  'token',
  'piece',
  'card',
  'kind',
  'action',
  'list',
]

/** The empty value of a type, which a name has before anything is assigned. */
export function emptyOf(type: TypeName): Expr {
  if (isList(type)) return { query: 'list', type: itemOf(type), items: [] }
  if (type === 'number') return 0
  if (type === 'flag') return false
  return { none: type }
}
