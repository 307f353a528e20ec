// Whoever is put into a role is of its organisation, its app.
import { sql } from 'kysely'
import { fieldError } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'

interface Subject {
  kind: 'user' | 'external' | 'department' | 'role'
  subjectId: string
}

/** Refuses a person, a visitor, a department or a role of elsewhere. */
export async function checkSubjects({ companyId, appId }: Scope, subjects: readonly Subject[], on: Db | Trx) {
  if (!subjects.length) return
  const { rows } = await sql`
    select from unnest(${subjects.map(one => one.kind)}::text[], ${subjects.map(one => one.subjectId)}::uuid[]) as s (kind, id)
    where not case s.kind
      when 'user' then exists (select from member where company_id = ${companyId} and user_id = s.id and not banned)
      when 'external' then exists (select from external_user where app_id = ${appId} and company_id = ${companyId} and id = s.id)
      when 'department' then exists (select from department where company_id = ${companyId} and id = s.id)
      else exists (select from role where app_id = ${appId} and company_id = ${companyId} and id = s.id) end
    limit 1`.execute(on)
  if (rows.length) throw fieldError('permission.subjectUnknown', 'members', 'There is no such person, department or role')
}
