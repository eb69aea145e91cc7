/** The types of the notation, and the words for them in messages. */
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
  position: 'a position',
  any: 'any value',
}
const OTHER_WORDS: Readonly<Record<string, TypeName>> = { space: 'zone', piece: 'token', card: 'token' }

/** The words for types in a parameter list. A parameter with such a name needs no type. */
const TYPE_WORDS: ReadonlyMap<string, TypeName> = new Map(
  [...Object.keys(NAMES), ...Object.keys(OTHER_WORDS)]
    .filter((word) => word !== 'any')
    .flatMap((word): [string, TypeName][] => {
      const type = OTHER_WORDS[word] ?? word
      const hasPlural = !['flag', 'text', 'kind'].includes(word)
      return hasPlural
        ? [
            [word, type],
            [`${word}s`, listOf(type)],
          ]
        : [[word, type]]
    }),
)
export const TYPE_NAMES: readonly string[] = [...TYPE_WORDS.keys()]

/** The declared types: enumerations and tables, by name. */
interface DeclaredTypes {
  readonly enums: { has(id: string): boolean }
  readonly tables: { has(id: string): boolean }
}

/** Resolves a word for a type. */
export function typeOfWord(word: string, named?: DeclaredTypes): TypeName | undefined {
  const known = TYPE_WORDS.get(word)
  if (known !== undefined) return known
  if (named?.enums.has(word) === true) return enumType(word)
  return named?.tables.has(word) === true ? rowType(word) : undefined
}

/** Describes a type for a message: "a number", "a list of spaces". */
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
    .replace(/^(number|condition|text|seat|space|piece|action|position)$/, '$1s')
}

/** Whether a value of type `found` fits. `any` is the type of `none` and of an empty list without a context. */
export function accepts(expected: TypeName, found: TypeName): boolean {
  if (expected === found || expected === 'any' || found === 'any') return true
  return isList(expected) && isList(found) && accepts(itemOf(expected), itemOf(found))
}

/** Whether a type, or its item type, isn't inferred yet. */
export const isUnresolved = (type: TypeName): boolean => itemOf(type) === 'any'
