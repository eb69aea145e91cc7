/** Columns of JSON text, typed. */
import type { JsonText } from '@ludoforge/kernel'
import type { ColumnType } from 'kysely'

/** A column of JSON text. */
export type Json<T> = ColumnType<JsonText<T>, string, string>
