/** Types of the notation, and how they are called in messages. */
import type { TypeName } from '@ludoforge/kernel'
import { enumId, enumType, isEnum, isList, isRow, itemOf, listOf, rowType, tableId } from '@ludoforge/kernel'

const NAMES: Readonly<Record<string, string>> = {
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
const OTHER_WORDS: Readonly<Record<string, TypeName>> = { space: 'zone', piece: 'token', card: 'token' }

/** The words that name a type in a parameter list; a parameter called like one needs no type. */
const TYPE_WORDS: ReadonlyMap<string, TypeName> = new Map(
  [...Object.keys(NAMES), ...Object.keys(OTHER_WORDS)]
    .filter((word) => word !== 'any')
    .flatMap((word): [string, TypeName][] => {
      const type = OTHER_WORDS[word] ?? word
      const several = !['flag', 'text', 'kind'].includes(word)
      return several
        ? [
            [word, type],
            [`${word}s`, listOf(type)],
          ]
        : [[word, type]]
    }),
)
export const TYPE_NAMES: readonly string[] = [...TYPE_WORDS.keys()]

/** What has types of its own: enumerations and tables, by their names. */
interface Named {
  readonly enums: { has(id: string): boolean }
  readonly tables: { has(id: string): boolean }
}

/** The type behind a word. */
export function typeOfWord(word: string, named?: Named): TypeName | undefined {
  const known = TYPE_WORDS.get(word)
  if (known !== undefined) return known
  if (named?.enums.has(word) === true) return enumType(word)
  return named?.tables.has(word) === true ? rowType(word) : undefined
}

/** "a number", "a list of spaces". */
export function describe(type: TypeName): string {
  if (isList(type)) return `a list of ${plural(itemOf(type))}`
  if (isEnum(type)) return `a value of ${enumId(type)}`
  if (isRow(type)) return `a row of ${tableId(type)}`
  return NAMES[type] ?? type
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

/** It is not known yet what this is, or what it is a list of. */
export const isUnresolved = (type: TypeName): boolean => itemOf(type) === 'any'
