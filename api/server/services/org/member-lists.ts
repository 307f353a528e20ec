// Reading members: pages of a department, who could be added, one of them.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { TOTAL_CAP } from '../../store/paging.ts'
import { departmentOf, departmentUnknown } from './departments.ts'
import { PERSON_WORDS, personMatches, wordsLike } from '../foundation/person-words.ts'
import { mayEdit, memberOf, seatsOf, type Named, type Role } from './seats.ts'

export interface MemberFilter {
  departmentId?: string
  username?: string
  page: number
  perPage: number
  showDescendants?: boolean
  only?: 'banned' | 'administrator' | 'manager' | 'unplaced'
  orderBy?: 'name' | 'email' | 'username' | 'phone'
  orderDir?: 'asc' | 'desc'
}

/** What each filter asks of a person in reach of the department; $2 is that department. */
const ONLY = {
  banned: () => 'and m.banned',
  administrator: () => `and m.role <> 'member'`,
  manager: (within: string) => `and exists (select from department d where d.company_id = $1 and d.manager_id = r.user_id and ${within})`,
  unplaced: () => `and not exists (
    select from department_member seat join department d on d.id = seat.department_id
    where seat.company_id = $1 and seat.user_id = r.user_id and d.parent_id is not null)`,
}
const SORTS = { name: 'r.name', email: 'lower(person.shown_email)', username: 'lower(person.shown_username)', phone: 'person.phone' }

interface Row {
  id: string
  name: string
  email: string
  phone: string
  username: string
  role: Role
  banned: boolean
  is_pending: boolean
  is_manager: boolean
  departments: Named[]
}
/** How many candidates a choice offers. */
const CANDIDATES = 20

const shown = (row: Row) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  username: row.username,
  departmentName: row.departments.map(department => department.name).join(', '),
  departments: row.departments,
  isManager: row.is_manager,
  isLeader: row.role !== 'member',
  role: row.role,
  disabled: row.banned,
  isPending: row.is_pending,
})

/** Nobody has signed in as this person yet, nor can without choosing a password or accepting first. */
const PENDING = 'p.password_hash is null and not exists (select from identity i where i.user_id = p.id) as is_pending'

/** The departments of a member, from the top down, and whether the member manages one of those listed. */
const seats = (manages: string) => `
  select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name) order by cardinality(d.path), d.sort, d.id), '[]') as departments,
    coalesce(bool_or(d.manager_id = seat.user_id and ${manages}), false) as is_manager
  from department_member seat join department d on d.id = seat.department_id
  where seat.company_id = $1 and seat.user_id = found.user_id`

/** SQL for a page of members: organisation, department, how many and after how many are its first four values. */
function pageOf(rows: string, withDescendants: boolean, backwards = false): string {
  const order = (from: string, direction: string) => `order by ${from}.name ${direction}, ${from}.user_id ${direction}`
  return `
    with found as materialized (select r.user_id, r.name ${rows} ${order('r', backwards ? 'desc' : 'asc')} limit $3 offset $4)
    select p.id, p.name, p.shown_email as email, p.phone, p.shown_username as username, m.role, m.banned, ${PENDING}, own.departments, own.is_manager
    from found join person p on p.id = found.user_id
    join member m on m.company_id = $1 and m.user_id = found.user_id
    cross join lateral (${seats(withDescendants ? 'd.path @> array[$2::uuid]' : 'd.id = $2')}) as own
    ${order('found', 'asc')}`
}
export function createMemberLists({ config, db, pool }: Pick<Core, 'config' | 'db' | 'pool'>) {
  /** A page of those whom a text finds, counted as far as totals go. */
  async function found(companyId: string, departmentId: string, text: string, withDescendants: boolean, page: number, perPage: number) {
    const rows = `from person join department_reach r on r.user_id = person.id
      where r.department_id = $2 ${withDescendants ? '' : 'and r.is_direct'} and ${PERSON_WORDS} like `
    const pattern = wordsLike(text)
    const [items, counted] = await Promise.all([
      pool.query<Row>(pageOf(`${rows} $5`, withDescendants), [companyId, departmentId, perPage, (page - 1) * perPage, pattern]),
      pool.query<{ n: number }>(`select count(*)::int as n from (select ${rows} $1 limit ${TOTAL_CAP + 1}) as counted`, [pattern, departmentId]),
    ])
    const n = counted.rows[0]?.n ?? 0
    return { items: items.rows.map(shown), total: Math.min(n, TOTAL_CAP), ...(n > TOTAL_CAP && { totalIsCapped: true }) }
  }

  /** A page of those whom a text and a filter find, in any order; it reads everybody in reach of the department. */
  async function sifted(
    companyId: string,
    departmentId: string,
    { username = '', page, perPage, showDescendants, only, orderBy = 'name', orderDir }: MemberFilter,
  ) {
    const manages = showDescendants ? 'd.path @> array[$2::uuid]' : 'd.id = $2'
    const direction = orderDir === 'desc' ? 'desc' : 'asc'
    const rows = `from department_reach r join member m on m.company_id = $1 and m.user_id = r.user_id join person on person.id = r.user_id
      where r.department_id = $2 ${showDescendants ? '' : 'and r.is_direct'} and ${PERSON_WORDS} like $3 ${only ? ONLY[only](manages) : ''}`
    const values = [companyId, departmentId, username.trim() ? wordsLike(username) : '%']
    const [items, counted] = await Promise.all([
      pool.query<Row>(
        `with found as materialized (
          select r.user_id, row_number() over (order by ${SORTS[orderBy]} ${direction}, r.user_id ${direction}) as n ${rows} order by n limit $4 offset $5)
        select p.id, p.name, p.shown_email as email, p.phone, p.shown_username as username, m.role, m.banned, ${PENDING}, own.departments, own.is_manager
        from found join person p on p.id = found.user_id
        join member m on m.company_id = $1 and m.user_id = found.user_id
        cross join lateral (${seats(manages)}) as own
        order by found.n`,
        [...values, perPage, (page - 1) * perPage],
      ),
      pool.query<{ n: number }>(`select count(*)::int as n from (select ${rows} limit ${TOTAL_CAP + 1}) as counted`, values),
    ])
    const n = counted.rows[0]?.n ?? 0
    return { items: items.rows.map(shown), total: Math.min(n, TOTAL_CAP), ...(n > TOTAL_CAP && { totalIsCapped: true }) }
  }
  return {
    /** A page costs the same for the whole organisation as for its smallest department: everybody below is kept per department, counted. */
    async list(companyId: string, filter: MemberFilter) {
      const { departmentId, username = '', page, perPage, showDescendants = departmentId === undefined } = filter
      const which = departmentId ? 'id = $2' : 'parent_id is null and $2::uuid is null'
      const { rows: departments } = await pool.query<{ id: string; members: number; people: number }>({
        name: `organisation.department ${!departmentId}`,
        text: `select id, members, people from department where company_id = $1 and ${which}`,
        values: [companyId, departmentId ?? null],
      })
      const department = departments[0]
      if (!department) throw departmentUnknown()
      if (filter.only || (filter.orderBy && (filter.orderBy !== 'name' || filter.orderDir === 'desc')))
        return { ...(await sifted(companyId, department.id, { ...filter, showDescendants })), page, perPage }
      if (username.trim()) return { ...(await found(companyId, department.id, username, showDescendants, page, perPage)), page, perPage }
      const total = showDescendants ? department.people : department.members
      const before = (page - 1) * perPage
      const rows = Math.min(perPage, total - before)
      // Pages near the end are read from the end.
      const isLate = before > total / 2
      const { rows: items } =
        rows > 0
          ? await pool.query<Row>({
              // Named, so that each connection plans it once.
              name: `organisation.members ${showDescendants} ${isLate}`,
              text: pageOf(`from department_reach r where r.department_id = $2 ${showDescendants ? '' : 'and r.is_direct'}`, showDescendants, isLate),
              values: [companyId, department.id, rows, isLate ? total - before - rows : before],
            })
          : { rows: [] }
      return { items: items.map(shown), total, page, perPage }
    },

    /** Whom a department can take: members who are not in it, and everybody else where the installation is one company's own. */
    async candidates(companyId: string, departmentId: string, term = '') {
      const [department, root] = await Promise.all([departmentOf(companyId, departmentId, db), departmentOf(companyId, undefined, db)])
      const matches = term.trim() ? sql`and ${personMatches(term)}` : sql``
      interface Found {
        id: string
        name: string
        email: string
      }
      const members = await sql<Found>`
        select person.id, person.name, person.shown_email as email from department_reach r join person on person.id = r.user_id
        where r.department_id = ${root.id} and not person.disabled ${matches}
          and not exists (select from department_member seat where seat.department_id = ${department.id} and seat.user_id = r.user_id)
        order by r.name, r.user_id limit ${CANDIDATES}`.execute(db)
      const room = config.deployMode === 'private' ? CANDIDATES - members.rows.length : 0
      const others = room
        ? await sql<Found>`
            select person.id, person.name, person.email from person
            where not person.disabled and person.stands_for is null ${matches}
              and not exists (select from member m join person member on member.id = m.user_id
                where m.company_id = ${companyId} and (member.id = person.id or member.stands_for = person.id))
            order by lower(person.name), person.id limit ${room}`.execute(db)
        : { rows: [] }
      const option = (isMember: boolean) => (row: Found) => ({ label: `${row.name} (${row.email})`, value: row.id, email: row.email, isMember })
      return [...members.rows.map(option(true)), ...others.rows.map(option(false))]
    },

    /** Members whom a text finds, for choosing somebody by id; who is chosen already comes first, even when banned meanwhile. */
    async choices(companyId: string, term = '', chosen: string[] = []) {
      const { rows } = await sql<{ id: string; name: string; known: string }>`
        select person.id, person.name, coalesce(nullif(person.shown_email, ''), person.shown_username) as known
        from member join person on person.id = member.user_id
        where member.company_id = ${companyId} and (person.id = any (${chosen}::uuid[])
          or person.id in (
            select found.user_id from department_reach found join department on department.id = found.department_id
            join member own on own.company_id = ${companyId} and own.user_id = found.user_id join person on person.id = found.user_id
            where department.company_id = ${companyId} and department.parent_id is null and not own.banned and not person.disabled
              ${term.trim() ? sql`and ${personMatches(term)}` : sql``}
            order by found.name, found.user_id limit ${CANDIDATES}))
        order by person.id = any (${chosen}::uuid[]) desc, lower(person.name), person.id`.execute(db)
      return rows.map(row => ({ label: `${row.name} (${row.known})`, value: row.id }))
    },

    /** Members whom a text finds, for choosing somebody by email. */
    async suggest(companyId: string, term = '') {
      const { rows } = await sql<{ id: string; name: string; email: string }>`
        select person.id, coalesce(nullif(person.nick_name, ''), person.name) as name, person.shown_email as email
        from member join person on person.id = member.user_id
        where member.company_id = ${companyId} and not member.banned and not person.disabled and person.shown_email <> ''
          ${term.trim() ? sql`and ${personMatches(term)}` : sql``}
        order by lower(person.name), person.id limit ${CANDIDATES}`.execute(db)
      return rows.map(row => ({ label: `${row.name} (${row.email})`, value: row.email, uid: row.id }))
    },

    async get(companyId: string, userId: string, byId: string) {
      const member = await memberOf(companyId, userId, db)
      const { rows } = await pool.query<Row>(
        `select p.id, p.name, p.shown_email as email, p.phone, p.shown_username as username, m.role, m.banned, ${PENDING}, own.departments, own.is_manager
        from (select $2::uuid as user_id) as found join person p on p.id = found.user_id
        join member m on m.company_id = $1 and m.user_id = found.user_id cross join lateral (${seats('true')}) as own`,
        [companyId, userId],
      )
      const managed = (await seatsOf(companyId, userId, db)).filter(seat => seat.manager_id === userId)
      const row = shown(rows[0] as Row)
      return {
        ...row,
        departmentIds: row.departments.map(department => department.id).join(','),
        managed: managed.map(({ id, name }) => ({ id, name })),
        canEditPerson: mayEdit(member, byId),
        createdAt: member.created_at.toISOString(),
      }
    },
  }
}
