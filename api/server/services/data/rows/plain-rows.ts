// Rows by their ids as they are now, whoever may see them.
import { sql, type QueryExecutorProvider } from 'kysely'
import { tableOf } from '../sql-text.ts'
import type { Row } from './input.ts'
import { answerOf, columnsSql } from './labels.ts'
import type { Opened } from './statements.ts'

export async function rowsNow(
  { model, store }: Pick<Opened, 'model' | 'store'>,
  ids: readonly unknown[],
  on: QueryExecutorProvider,
  { lock = false } = {},
): Promise<Row[]> {
  if (!ids.length) return []
  const { definition } = model
  const key = sql.id(definition.primaryKey.column)
  const query = sql<Row>`select ${columnsSql(definition)} from ${tableOf(store.schema, definition.table)} where ${key} in (${sql.join(ids)}) order by ${key}${lock ? sql` for update` : sql``}`
  return (await query.execute(on)).rows.map(row => answerOf(definition, row))
}
