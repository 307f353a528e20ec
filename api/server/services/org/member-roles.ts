// The roles that somebody holds by name or through departments and roles that include others, for telling what a move changes.
import { sql } from 'kysely'
import type { Db } from '../../store/database.ts'
import type { Named } from './seats.ts'

/** Roles of all apps; without the person only those that the departments bring. */
async function rolesBy(companyId: string, userId: string | null, departmentIds: readonly string[], db: Db): Promise<Named[]> {
  const { rows } = await sql<Named>`
    with recursive held as (
      select role_id from role_member where company_id = ${companyId} and user_id = ${userId}
      union
      select role_id from role_member where department_id in (select unnest(path) from department where company_id = ${companyId} and id = any (${departmentIds}::uuid[]))
      union
      select included.role_id from role_member included join held on included.included_role_id = held.role_id
    )
    select role.id, role.name || ' (' || app.name || ')' as name from held join role on role.id = held.role_id join app on app.id = role.app_id
    where role.built_in is null or role.built_in = 'admin' order by app.name, role.name, role.id`.execute(db)
  return rows
}

/** What changes when somebody's departments become others; `isOut` for who may use nothing afterwards. */
export async function rolesChanged(companyId: string, userId: string, before: readonly Named[], after: readonly Named[], isOut: boolean, db: Db) {
  const ids = (list: readonly Named[]) => list.map(one => one.id)
  const [held, kept] = await Promise.all([rolesBy(companyId, userId, ids(before), db), isOut ? ([] as Named[]) : rolesBy(companyId, userId, ids(after), db)])
  const without = (list: readonly Named[], other: readonly Named[]) => list.filter(one => !other.some(same => same.id === one.id))
  return { rolesLost: without(held, kept), rolesGained: without(kept, held) }
}
