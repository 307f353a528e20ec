// What a plan has to know of the organisation: all its departments, and the people that a file names. The database makes the JSON of it.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../store/database.ts'
import { accountsBy } from '../stand-ins.ts'
import type { DirectoryText } from './import-task.ts'

/** `words` is a JSON list of emails and usernames. */
export async function readDirectory(companyId: string, words: string, on: Db | Trx): Promise<DirectoryText> {
  const named = [...new Set((JSON.parse(words) as string[]).map(word => word.toLowerCase()))]
  const { rows } = await sql<{ departments: string; people: string }>`
    with named as materialized (
      select id from person where lower(email) = any (${named}::text[]) union select id from person where lower(username) = any (${named}::text[])
      union select id from person where lower(invited_email) = any (${named}::text[])
      union select m.user_id from member m join person p on p.id = m.user_id where m.company_id = ${companyId} and lower(p.invited_username) = any (${named}::text[])
    ), people as (
      select p.id, p.name, p.shown_email as email, p.shown_username as username, p.phone, p.disabled, p.is_super as "isSuper", m.role,
        (select count(*)::int from member other where other.user_id = p.id) as organisations,
        array(select seat.department_id from department_member seat where seat.company_id = ${companyId} and seat.user_id = p.id order by 1) as seats
      from named join person p using (id) join member m on m.company_id = ${companyId} and m.user_id = p.id
      order by p.id
    ), departments as (
      select d.id, d.parent_id as "parentId", d.name, d.code, d.manager_id as "managerId", coalesce(person.name, '') as manager
      from department d left join person on person.id = d.manager_id
      where d.company_id = ${companyId}
      order by d.sort, d.id
    )
    select (select coalesce(json_agg(departments), '[]') from departments)::text as departments,
      (select coalesce(json_agg(people), '[]') from people)::text as people`.execute(on)
  const found = rows[0] as (typeof rows)[number]
  return { ...found, accounts: JSON.stringify([...(await accountsBy(named, on))]) }
}
