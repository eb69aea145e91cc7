/** Columns of JSON text, typed. */
import type { ColumnType } from 'kysely'

declare const value: unique symbol

/** JSON text written by this server that holds a `T`. */
export type JsonText<T> = string & { readonly [value]?: T }

/** A column of JSON text. */
export type Json<T> = ColumnType<JsonText<T>, string, string>

/** Parses our own JSON without validation. Parse external JSON with a schema instead. */
export const fromJson = <T>(text: JsonText<T>): T => JSON.parse(text) as T
