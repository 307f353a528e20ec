// Writes what a batch of checked rows would do, and tells the history of rows about it.
import type { QueryExecutorProvider } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Columns } from '../input.ts'
import type { RowChange } from '../rules.ts'
import { personOf } from '../rules.ts'
import { rowUnknown, type Opened, type RowStatements } from '../statements.ts'
import type { Checked } from './check.ts'

type Told = RowChange['rows']

/** Adds rows, those with the same columns in one statement where we choose the ids; answers the ids. */
async function insert(opened: Opened, rows: readonly Columns[], statements: RowStatements, on: QueryExecutorProvider): Promise<unknown[]> {
  const { definition } = opened.model
  const { primaryKey } = definition
  if (opened.store.engine === 'mysql' || primaryKey.type !== 'uuid' || !primaryKey.generated) {
    const ids: unknown[] = []
    for (const columns of rows) ids.push(await statements.insert(opened, columns, on))
    return ids
  }
  const all = rows.map(columns => {
    const row: Columns = new Map(columns)
    row.set(primaryKey.column, uuidv7())
    if (definition.managed) for (const column of ['created_by', 'updated_by']) row.set(column, personOf(opened).id)
    return row
  })
  await statements.putMany(opened, all, on)
  return all.map(row => row.get(primaryKey.column))
}

/** Creates and changes rows; answers how each was and is, and whether that can be undone. */
export async function writeRows(
  opened: Opened,
  rows: readonly Checked[],
  statements: RowStatements,
  on: QueryExecutorProvider,
): Promise<{ told: Told; isPossible: boolean }> {
  const added = rows.filter(row => row.action === 'create')
  const changed = rows.filter(row => row.action === 'change')
  const newIds = await insert(
    opened,
    added.map(row => row.columns),
    statements,
    on,
  )
  const ids = changed.map(row => row.before?.id)
  const before = await statements.byIds(opened, ids, on, { lock: true })
  if (before.length < ids.length) throw rowUnknown()
  const columnsById = new Map(changed.map(row => [String(row.before?.id), row.columns]))
  const exactly = await statements.tracked(opened, ids, id => columnsById.get(id), on)
  await statements.checkRules(opened, 'UPDATE', ids, on)
  for (const { columns, before: row } of changed) await statements.set(opened, [row?.id], columns, on)
  await statements.checkRules(opened, 'UPDATE', ids, on)
  await statements.checkRules(opened, 'INSERT', newIds, on)
  const after = new Map((await statements.plain(opened, newIds, on)).map(row => [String(row.id), row]))
  return {
    told: [...newIds.map(id => ({ id: id as string, before: null, after: after.get(String(id)) ?? null })), ...(await exactly.changed(before))],
    isPossible: exactly.isPossible,
  }
}
