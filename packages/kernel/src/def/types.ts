/** Builds and parses the names of types. No other file does. */

/**
 * The type of a value, as a short string: `number`, `flag`, `text`, `seat`, `zone`, `token`, `kind`
 * (a set of token kinds, such as "active troops"), `action`, `position` (a position, in 52 bits), `enum:ID`, `row:TABLE`, or `list T`.
 */
export type TypeName = string

const LIST = 'list '
const ENUM = 'enum:'
const ROW = 'row:'

/** Returns the rest after a prefix. In an unchecked GameDef a type may be any value. */
const after = (head: string, type: unknown): string | undefined =>
  typeof type === 'string' && type.startsWith(head) ? type.slice(head.length) : undefined

/** Returns the type of a list of these items. */
export const listOf = (item: TypeName): TypeName => LIST + item
/** Returns the type of an enumeration's values. */
export const enumType = (id: string): TypeName => ENUM + id
/** Returns the type of a table's rows. */
export const rowType = (table: string): TypeName => ROW + table

/** Returns whether it is a list type. */
export const isList = (type: unknown): boolean => after(LIST, type) !== undefined
/** Returns whether it is an enumeration type. */
export const isEnum = (type: unknown): boolean => after(ENUM, type) !== undefined
/** Returns whether it is a row type. */
export const isRow = (type: unknown): boolean => after(ROW, type) !== undefined
/** Returns the item type of a list type; any other type unchanged. */
export const itemOf = (type: TypeName): TypeName => after(LIST, type) ?? type
/** Returns the enumeration of a type, or '' for any other type. */
export const enumId = (type: unknown): string => after(ENUM, type) ?? ''
/** Returns the table of a row type, or '' for any other type. */
export const tableId = (type: unknown): string => after(ROW, type) ?? ''

/** The type of action classes. */
export const ACTION_CLASS: TypeName = enumType('action-class')
/** The type of directions on regular boards. */
export const DIRECTION: TypeName = enumType('direction')
