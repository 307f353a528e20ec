// The organisation as a workbook of the import's columns: what is exported can be edited and imported again.
import { sql } from 'kysely'
import type { Db } from '../../../store/database.ts'
import type { Cell } from '../../foundation/spreadsheets/index.ts'
import { pathKey, writeDepartments, writePath, type Kind, type Path } from './columns.ts'
import { inCompany } from '../../../store/scoped.ts'

const PAGE = 1000

interface Seated {
  id: string
  name: string
  email: string
  username: string
  phone: string
  seats: string[]
}

/** Rows of both sheets; those of members are read page by page while somebody takes them. */
export async function exportRows(companyId: string, db: Db): Promise<Record<Kind, AsyncIterable<Cell[]> | Iterable<Cell[]>>> {
  const departments = await inCompany(db, companyId)
    .selectFrom('department')
    .leftJoin('person', 'person.id', 'department.manager_id')
    .select(['department.id', 'department.parent_id', 'department.name', 'department.code', 'department.path', 'person.shown_email as manager'])
    .orderBy(sql`cardinality(department.path)`)
    .orderBy('department.sort')
    .orderBy('department.id')
    .execute()
  const names = new Map(departments.map(one => [one.id, one.name]))
  // The first of them is the organisation itself.
  const paths = new Map<string, Path>(departments.map(one => [one.id, one.path.slice(1).map(id => names.get(id) ?? '')]))
  const times = new Map<string, number>()
  for (const path of paths.values()) times.set(pathKey(path), (times.get(pathKey(path)) ?? 0) + 1)
  // Where several departments have one path, the code tells them apart.
  const named = new Map(
    departments.map(one => {
      const path = paths.get(one.id) ?? []
      return [one.id, (times.get(pathKey(path)) ?? 0) > 1 ? one.code : writePath(path)]
    }),
  )

  async function* members(): AsyncGenerator<Cell[]> {
    for (let after: Seated | undefined; ;) {
      const page = await sql<Seated>`
        select p.id, p.name, p.shown_email as email, p.shown_username as username, p.phone,
          array(select seat.department_id from department_member seat where seat.company_id = m.company_id and seat.user_id = p.id order by 1) as seats
        from member m join person p on p.id = m.user_id
        where m.company_id = ${companyId} ${after ? sql`and p.id > ${after.id}` : sql``}
        order by p.id limit ${PAGE}`.execute(db)
      for (const one of page.rows) {
        const seats = one.seats.flatMap(id => named.get(id) ?? []).sort()
        yield [one.name, one.email, one.username, one.phone, writeDepartments(seats)]
      }
      after = page.rows.at(-1)
      if (page.rows.length < PAGE) return
    }
  }
  return {
    department: departments.filter(one => one.parent_id !== null).map(one => [writePath(paths.get(one.id) ?? []), one.code, one.manager ?? '']),
    member: members(),
  }
}
