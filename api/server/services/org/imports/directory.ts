// What a plan has to know of the organisation: all its departments, and the people that a file names.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../store/database.ts'
import { mayEdit } from '../seats.ts'
import { accountsBy } from '../stand-ins.ts'
import type { Directory, GivenRow, Person } from './types.ts'
import { inCompany } from '../../../store/scoped.ts'

type Found = Omit<Person, 'isEditable'> & { is_super: boolean; organisations: number }

export async function readDirectory(companyId: string, rows: readonly GivenRow[], byId: string, onlyExisting: boolean, on: Db | Trx): Promise<Directory> {
  const words = new Set<string>()
  for (const { values } of rows) for (const text of [values.email, values.username, values.manager]) if (text) words.add(text.toLowerCase())
  const named = [...words]
  const departments = await inCompany(on, companyId)
    .selectFrom('department')
    .leftJoin('person', 'person.id', 'department.manager_id')
    .select(['department.id', 'department.parent_id as parentId', 'department.name', 'department.code', 'department.manager_id as managerId'])
    .select(eb => eb.fn.coalesce('person.name', sql<string>`''`).as('manager'))
    .orderBy('department.sort')
    .orderBy('department.id')
    .execute()
  const people = await sql<Found>`
    with named as materialized (
      select id from person where lower(email) = any (${named}::text[]) union select id from person where lower(username) = any (${named}::text[])
      union select id from person where lower(invited_email) = any (${named}::text[])
      union select m.user_id from member m join person p on p.id = m.user_id where m.company_id = ${companyId} and lower(p.invited_username) = any (${named}::text[])
    )
    select p.id, p.name, p.shown_email as email, p.shown_username as username, p.phone, p.disabled, p.is_super, p.password_hash is not null as "hasPassword", m.role,
      (select count(*)::int from member other where other.user_id = p.id) as organisations,
      array(select seat.department_id from department_member seat where seat.company_id = ${companyId} and seat.user_id = p.id order by 1) as seats
    from named join person p using (id) join member m on m.company_id = ${companyId} and m.user_id = p.id
    order by p.id`.execute(on)
  return {
    onlyExisting,
    departments,
    accounts: await accountsBy(named, on),
    people: people.rows.map(({ is_super, organisations, role, ...person }) => ({
      ...person,
      role,
      isEditable: mayEdit({ id: person.id, role, is_super, organisations }, byId),
    })),
  }
}
