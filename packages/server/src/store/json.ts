/** Values that the database stores as JSON text. */
import type { ColumnType } from 'kysely'

declare const held: unique symbol

/** A text that this server has written, and that holds a value of this type. */
export type JsonText<T> = string & { readonly [held]?: T }

/** A column of such texts. */
export type Json<T> = ColumnType<JsonText<T>, string, string>

/** The value in a text of ours. What others have written goes through a schema instead. */
export const fromJson = <T>(text: JsonText<T>): T => JSON.parse(text) as T
