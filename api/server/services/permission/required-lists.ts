// Lists of roles that must not be empty.
import { sql } from 'kysely'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'

const isRequired = (environment: string, list: string) => (environment ? list !== 'resource' : list === 'read' || /[.:]/.test(list))

/** A list that would have nobody in it without this role. */
export async function listOfOne(scope: Scope, roleId: string, on: Db | Trx): Promise<string | undefined> {
  const rows = await inApp(on, scope)
    .selectFrom('permission_list')
    .select(['environment', 'list'])
    .where('owner', '=', false)
    .where('roles', '=', sql<string[]>`array[${roleId}::uuid]`)
    .execute()
  return rows.find(row => isRequired(row.environment, row.list))?.list
}
