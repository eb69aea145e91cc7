/** The names of types: they are made and taken apart here, and nowhere else. */

/**
 * The type of a value, as a short string: `number`, `flag`, `text`, `seat`, `zone`, `token`, `kind`
 * (a set of token kinds, such as "active troops"), `action`, `enum:ID`, `row:TABLE`, or `list T`.
 */
export type TypeName = string

const LIST = 'list '
const ENUM = 'enum:'
const ROW = 'row:'

/** In a GameDef that nobody has checked, a type may be anything. */
const after = (head: string, type: unknown): string | undefined =>
  typeof type === 'string' && type.startsWith(head) ? type.slice(head.length) : undefined

/** The type of lists of these. */
export const listOf = (item: TypeName): TypeName => LIST + item
/** The type of the values of an enumeration. */
export const enumType = (id: string): TypeName => ENUM + id
/** The type of the rows of a table. */
export const rowType = (table: string): TypeName => ROW + table

/** It is a type of lists. */
export const isList = (type: unknown): boolean => after(LIST, type) !== undefined
/** It is a type of values of an enumeration. */
export const isEnum = (type: unknown): boolean => after(ENUM, type) !== undefined
/** It is a type of rows of a table. */
export const isRow = (type: unknown): boolean => after(ROW, type) !== undefined
/** The type of an item of a list; any other type as it is. */
export const itemOf = (type: TypeName): TypeName => after(LIST, type) ?? type
/** The enumeration that a type is of; for any other type the empty name, which nothing has. */
export const enumId = (type: unknown): string => after(ENUM, type) ?? ''
/** The table whose rows a type is of; for any other type the empty name. */
export const tableId = (type: unknown): string => after(ROW, type) ?? ''

/** The type of classes of actions. */
export const ACTION_CLASS: TypeName = enumType('action-class')
/** The type of directions on regular boards. */
export const DIRECTION: TypeName = enumType('direction')
