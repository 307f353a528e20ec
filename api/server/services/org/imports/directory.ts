// What a plan has to know of the organisation: all its departments, and the people that a file names. The database makes the JSON of it.
import { sql } from 'kysely'
import type { Db, Trx } from '../../../store/database.ts'
import type { DirectoryText } from './import-task.ts'

/** `words` is a JSON list of emails and usernames; it goes to the database as it is, since writing thousands of them as an array holds up everybody else. */
export async function readDirectory(companyId: string, words: string, on: Db | Trx): Promise<DirectoryText> {
  const { rows } = await sql<DirectoryText>`
    with words as materialized (select distinct lower(word) as word from json_array_elements_text(${words}::json) as each (word)
    ), named as materialized (
      select p.id from words join person p on lower(p.email) = words.word and p.email <> '' union select p.id from words join person p on lower(p.username) = words.word
      union select p.id from words join person p on lower(p.invited_email) = words.word and p.invited_email <> ''
      union select m.user_id from words join person p on lower(p.invited_username) = words.word and p.invited_username <> '' join member m on m.user_id = p.id and m.company_id = ${companyId}
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
    ), accounts as (
      select words.word, p.id from words join person p on lower(p.username) = words.word where p.stands_for is null
      union all select words.word, p.id from words join person p on lower(p.email) = words.word where p.email <> '' and p.stands_for is null
    )
    select (select coalesce(json_agg(departments), '[]') from departments)::text as departments,
      (select coalesce(json_agg(people), '[]') from people)::text as people,
      (select coalesce(json_agg(json_build_array(word, id)), '[]') from accounts)::text as accounts`.execute(on)
  return rows[0] as DirectoryText
}
