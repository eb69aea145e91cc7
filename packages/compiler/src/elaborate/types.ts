/** Types of the notation, and how they are called in messages. */
import type { TypeName } from '@ludoforge/kernel'
import { enumId, enumType, isEnum, isList, isRow, itemOf, rowType, tableId } from '@ludoforge/kernel'

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
  if (enums.has(word)) return enumType(word)
  if (tables.has(word)) return rowType(word)
  return undefined
}

/** "a number", "a list of spaces". */
export function describe(type: TypeName): string {
  if (isList(type)) return `a list of ${plural(itemOf(type))}`
  if (isEnum(type)) return `a value of ${enumId(type)}`
  if (isRow(type)) return `a row of ${tableId(type)}`
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
