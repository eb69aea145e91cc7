/** Types of the notation, and how they are called in messages. */
import type { TypeName } from '@ludoforge/kernel'

export const listOf = (item: TypeName): TypeName => `list ${item}`
export const isList = (type: TypeName): boolean => type.startsWith('list ')
export const itemOf = (type: TypeName): TypeName => type.slice(5)
export const isEnum = (type: TypeName): boolean => type.startsWith('enum:')
export const enumOf = (type: TypeName): string => type.slice(5)

/** The words that name a type in a parameter list; a parameter called like one needs no type. */
const TYPE_WORDS: Readonly<Record<string, TypeName>> = {
  number: 'number',
  flag: 'flag',
  text: 'text',
  seat: 'seat',
  space: 'zone',
  zone: 'zone',
  piece: 'token',
  card: 'token',
  token: 'token',
  kind: 'kind',
  action: 'action',
}
const PLURALS: Readonly<Record<string, TypeName>> = {
  numbers: 'list number',
  seats: 'list seat',
  spaces: 'list zone',
  zones: 'list zone',
  pieces: 'list token',
  cards: 'list token',
  tokens: 'list token',
  actions: 'list action',
}
export const TYPE_NAMES: readonly string[] = [...Object.keys(TYPE_WORDS), ...Object.keys(PLURALS)]

/** The type behind a word; enumerations and tables are types by their own names. */
export function typeOfWord(
  word: string,
  enums: ReadonlySet<string>,
  tables: ReadonlySet<string>,
): TypeName | undefined {
  if (Object.hasOwn(TYPE_WORDS, word)) return TYPE_WORDS[word]
  if (Object.hasOwn(PLURALS, word)) return PLURALS[word]
  if (enums.has(word)) return `enum:${word}`
  if (tables.has(word)) return `row:${word}`
  return undefined
}

/** "a number", "a list of spaces". */
export function describe(type: TypeName): string {
  if (isList(type)) return `a list of ${plural(itemOf(type))}`
  if (isEnum(type)) return `a value of ${enumOf(type)}`
  if (type.startsWith('row:')) return `a row of ${type.slice(4)}`
  const names: Readonly<Record<string, string>> = {
    number: 'a number',
    flag: 'a condition',
    text: 'a text',
    seat: 'a seat',
    zone: 'a space',
    token: 'a piece',
    kind: 'a kind of piece',
    action: 'an action',
    any: 'any value',
  }
  return names[type] ?? type
}

function plural(type: TypeName): string {
  return describe(type)
    .replace(/^an? /, '')
    .replace(/^(list|kind|value|row)/, '$1s')
    .replace(/^(number|condition|text|seat|space|piece|action)$/, '$1s')
}

/** `any` is the type of `none` and of an empty list before something says what it is. */
export function accepts(expected: TypeName, found: TypeName): boolean {
  if (expected === found || expected === 'any' || found === 'any') return true
  return isList(expected) && isList(found) && accepts(itemOf(expected), itemOf(found))
}
