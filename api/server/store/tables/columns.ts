// Columns that are written otherwise than they are read.
import type { ColumnType } from 'kysely'

export type Time = ColumnType<Date, Date | string | undefined, Date | string>
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** jsonb: read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string | undefined, string>
