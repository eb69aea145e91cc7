/** Values that the database stores as JSON text. */
import type { JsonText } from '@ludoforge/kernel'
import type { ColumnType } from 'kysely'

/** A column of such texts. */
export type Json<T> = ColumnType<JsonText<T>, string, string>
