// Members of an organisation and the departments they sit in.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { TOTAL_CAP } from '../../store/paging.ts'
import type { CompanyInScope, SignedIn } from '../access.ts'
import { departmentOf, departmentsAmong, departmentUnknown, lockOrganisation } from './departments.ts'
import type { createInvitations, Inviter } from './invitations.ts'
import { PERSON_WORDS, personMatches, wordsLike } from './person-words.ts'

type Role = 'owner' | 'admin' | 'member'
type Company = Pick<CompanyInScope, 'id' | 'key' | 'name'>
interface Named {
  id: string
  name: string
}

export interface MemberFilter {
  departmentId?: string
  username?: string
  page: number
  perPage: number
  showDescendants?: boolean
}

export interface NewPerson {
  name: string
  email: string
  username?: string
  phone?: string
}

interface Row {
  id: string
  name: string
  email: string
  phone: string
  username: string
  role: Role
  banned: boolean
  is_manager: boolean
  departments: Named[]
}

/** How many candidates a choice offers. */
const CANDIDATES = 20
/** How many names a sentence lists. */
const NAMES = 5

const memberUnknown = () => notFound('org.memberUnknown', 'There is no such member')
const ownerProtected = () => new ApiError('org.ownerProtected', 'The owner of the organisation cannot be banned, removed or made a plain member', 409)
const notYourself = () => new ApiError('org.notYourself', 'You cannot do this to yourself', 409)

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
})

/** The departments somebody sits in, from the top down, and whether he manages one of those listed. */
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
    select p.id, p.name, p.email, p.phone, p.username, m.role, m.banned, own.departments, own.is_manager
    from found join person p on p.id = found.user_id
    join member m on m.company_id = $1 and m.user_id = found.user_id
    cross join lateral (${seats(withDescendants ? 'd.path @> array[$2::uuid]' : 'd.id = $2')}) as own
    ${order('found', 'asc')}`
}

export function createMembers(
  { config, db, pool }: Pick<Core, 'config' | 'db' | 'pool'>,
  { invitations }: { invitations: ReturnType<typeof createInvitations> },
) {
  async function memberOf(companyId: string, userId: string, on: Db | Trx) {
    const row = await on
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.user_id')
      .select(['person.id', 'person.name', 'person.phone', 'person.is_super', 'member.role', 'member.banned', 'member.created_at'])
      .select(eb =>
        eb
          .selectFrom('member as other')
          .select(other => other.fn.countAll<number>().as('n'))
          .whereRef('other.user_id', '=', 'person.id')
          .as('organisations'),
      )
      .where('member.company_id', '=', companyId)
      .where('member.user_id', '=', userId)
      .executeTakeFirst()
    if (!row) throw memberUnknown()
    return row
  }

  /** Departments of a person, and those whose manager he is. */
  async function seatsOf(companyId: string, userId: string, on: Db | Trx) {
    return on
      .selectFrom('department_member')
      .innerJoin('department', 'department.id', 'department_member.department_id')
      .select(['department.id', 'department.name', 'department.parent_id', 'department.manager_id'])
      .where('department_member.company_id', '=', companyId)
      .where('department_member.user_id', '=', userId)
      .orderBy(sql`cardinality(department.path)`)
      .orderBy('department.sort')
      .orderBy('department.id')
      .execute()
  }

  /** Seats first, then leaving: somebody without a department would fall back to the first one. */
  async function sit(companyId: string, userIds: string[], departmentIds: string[], trx: Trx): Promise<number> {
    const rows = userIds.flatMap(userId => departmentIds.map(departmentId => ({ company_id: companyId, department_id: departmentId, user_id: userId })))
    if (!rows.length) return 0
    const made = await trx
      .insertInto('department_member')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .returning('user_id')
      .execute()
    return made.length
  }

  /** Makes exactly these the departments of a person. */
  async function place(companyId: string, userId: string, departmentIds: string[], trx: Trx) {
    await sit(companyId, [userId], departmentIds, trx)
    await trx
      .deleteFrom('department_member')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('department_id', 'not in', departmentIds)
      .execute()
  }

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

  /** The departments that a comma-separated text names; all must be there. */
  async function departmentsNamed(companyId: string, text: string, on: Db | Trx) {
    const ids = [...new Set(text.split(','))]
    const found = await departmentsAmong(companyId, ids, on)
    if (found.length < ids.length) throw fieldError('org.departmentUnknown', 'departmentIds', 'There is no such department')
    return found
  }

  async function newPerson({ name, email, username = '', phone = '' }: NewPerson, trx: Trx): Promise<string> {
    // A username that is somebody's email, or the other way round, would make two people of one sign-in.
    const taken = await trx
      .selectFrom('person')
      .select('id')
      .where(eb =>
        eb.or([
          eb(eb.fn('lower', ['username']), 'in', [email.toLowerCase(), (username || email).toLowerCase()]),
          eb(eb.fn('lower', ['email']), '=', (username || email).toLowerCase()),
        ]),
      )
      .executeTakeFirst()
    if (taken) throw fieldError('org.usernameTaken', username ? 'username' : 'email', 'This username is taken')
    const id = uuidv7()
    await trx
      .insertInto('person')
      .values({ id, username: username || email, email, name: name.trim(), phone })
      .execute()
    return id
  }

  /** People by id or email. Ids of strangers count on a private installation only, where everybody may be picked. */
  async function existing(companyId: string, users: string[], trx: Trx) {
    const wanted = [...new Set(users.map(user => user.trim().toLowerCase()).filter(Boolean))]
    const emails = wanted.filter(user => user.includes('@'))
    const ids = wanted.filter(user => /^[0-9a-f-]{36}$/.test(user))
    const found = await trx
      .selectFrom('person')
      .leftJoin('member', join => join.onRef('member.user_id', '=', 'person.id').on('member.company_id', '=', companyId))
      .select(['person.id', 'person.email', 'member.role'])
      .select(sql<boolean>`person.password_hash is not null`.as('hasPassword'))
      .where('person.disabled', '=', false)
      .where(sql<boolean>`(person.id = any (${ids}::uuid[]) and ${config.deployMode === 'private' || sql`member.role is not null`}
        or lower(person.email) = any (${emails}::text[]))`)
      .execute()
    const known = new Set(found.flatMap(person => [person.id, person.email.toLowerCase()]))
    const unknown = wanted.filter(user => !known.has(user))
    if (unknown.length || !wanted.length)
      throw new ApiError('org.usersUnknown', 'Nobody has one of these emails', 422, {
        fields: { users: 'Nobody has one of these emails' },
        data: { unknown },
      })
    return found
  }

  const namesOf = (named: readonly Named[], locale: Locale) =>
    named
      .slice(0, NAMES)
      .map(one => one.name)
      .join(locale === 'zh-CN' ? '、' : ', ') + (named.length > NAMES ? ' …' : '')

  return {
    /** A page costs the same for the whole organisation as for its smallest department: everybody below is kept per department, counted. */
    async list(companyId: string, { departmentId, username = '', page, perPage, showDescendants = departmentId === undefined }: MemberFilter) {
      const which = departmentId ? 'id = $2' : 'parent_id is null and $2::uuid is null'
      const { rows: departments } = await pool.query<{ id: string; members: number; people: number }>({
        name: `organisation.department ${!departmentId}`,
        text: `select id, members, people from department where company_id = $1 and ${which}`,
        values: [companyId, departmentId ?? null],
      })
      const department = departments[0]
      if (!department) throw departmentUnknown()
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
        select person.id, person.name, person.email from department_reach r join person on person.id = r.user_id
        where r.department_id = ${root.id} and not person.disabled ${matches}
          and not exists (select from department_member seat where seat.department_id = ${department.id} and seat.user_id = r.user_id)
        order by r.name, r.user_id limit ${CANDIDATES}`.execute(db)
      const room = config.deployMode === 'private' ? CANDIDATES - members.rows.length : 0
      const others = room
        ? await sql<Found>`
            select person.id, person.name, person.email from person
            where not person.disabled ${matches} and not exists (select from member m where m.company_id = ${companyId} and m.user_id = person.id)
            order by lower(person.name), person.id limit ${room}`.execute(db)
        : { rows: [] }
      const option = (isMember: boolean) => (row: Found) => ({ label: `${row.name} (${row.email})`, value: row.id, email: row.email, isMember })
      return [...members.rows.map(option(true)), ...others.rows.map(option(false))]
    },

    async get(companyId: string, userId: string, byId: string) {
      const member = await memberOf(companyId, userId, db)
      const { rows } = await pool.query<Row>(
        `select p.id, p.name, p.email, p.phone, p.username, m.role, m.banned, own.departments, own.is_manager
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

    /** What moving, banning or removing somebody would change. */
    async effect(company: Company, userId: string, ask: { action: 'move' | 'ban' | 'remove'; departmentIds?: string; departmentId?: string }, locale: Locale) {
      const member = await memberOf(company.id, userId, db)
      const seats = await seatsOf(company.id, userId, db)
      const apps = await db
        .selectFrom('app')
        .select(['key', 'name'])
        .where('company_id', '=', company.id)
        .where('owner_id', '=', userId)
        .orderBy('name')
        .limit(50)
        .execute()
      const named = ({ id, name }: Named) => ({ id, name })
      let after: Named[] = seats.map(named)
      if (ask.action === 'move') after = ask.departmentIds ? (await departmentsNamed(company.id, ask.departmentIds, db)).map(named) : after
      if (ask.action === 'remove') {
        if (ask.departmentId && !seats.some(seat => seat.id === ask.departmentId)) throw departmentUnknown()
        after = ask.departmentId ? after.filter(seat => seat.id !== ask.departmentId) : []
        if (ask.departmentId && !after.length) after = [named(await departmentOf(company.id, undefined, db))]
      }
      const leaves = ask.action === 'remove' && !ask.departmentId
      const isOut = leaves || ask.action === 'ban'
      const departmentsLost = seats.filter(seat => !after.some(one => one.id === seat.id)).map(named)
      const departmentsGained = after.filter(one => !seats.some(seat => seat.id === one.id))
      const led = seats.filter(seat => seat.manager_id === userId).map(named)
      const managed = ask.action === 'ban' ? led : led.filter(one => departmentsLost.some(lost => lost.id === one.id))
      const isLeader = isOut && member.role !== 'member'
      const owned = isOut ? apps : []

      const sentences: string[] = []
      const organisation = company.name
      if (leaves) sentences.push(say(locale, 'Leaves {organisation} with all departments', { organisation }))
      else if (departmentsLost.length) sentences.push(say(locale, 'Leaves {departments}', { departments: namesOf(departmentsLost, locale) }))
      if (departmentsGained.length) sentences.push(say(locale, 'Comes to {departments}', { departments: namesOf(departmentsGained, locale) }))
      if (managed.length)
        sentences.push(
          ask.action === 'ban'
            ? say(locale, 'Stays the manager of {departments} without being able to act', { departments: namesOf(managed, locale) })
            : say(locale, 'Is no longer the manager of {departments}, which then has none', { departments: namesOf(managed, locale) }),
        )
      if (isOut) sentences.push(say(locale, 'Can no longer open {organisation} and its apps', { organisation }))
      if (isLeader) sentences.push(say(locale, 'Can no longer administer the organisation'))
      if (owned.length)
        sentences.push(
          say(locale, 'Owns {apps}, which the administrators go on managing', {
            apps: namesOf(
              owned.map(app => ({ id: app.key, name: app.name })),
              locale,
            ),
          }),
        )
      if (!sentences.length) sentences.push(say(locale, 'Nothing changes'))
      return { name: member.name, departmentsLost, departmentsGained, managed, isLeader, apps: owned, sentences, text: sentences.join('\n') }
    },

    /** Puts existing people into a department; who was no member becomes one and gets a mail. */
    async addExisting(company: Company, departmentId: string, users: string[], from: Inviter) {
      return db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const department = await departmentOf(company.id, departmentId, trx)
        return join(company, department, await existing(company.id, users, trx), from, trx)
      })
    },

    /** Puts somebody into a department by email, and makes the person where there is none. */
    async invite(company: Company, departmentId: string, person: NewPerson, from: Inviter) {
      return db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const department = await departmentOf(company.id, departmentId, trx)
        const email = person.email.trim()
        const there = await trx
          .selectFrom('person')
          .select('id')
          .where(eb => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
          .executeTakeFirst()
        if (!there) await newPerson({ ...person, email }, trx)
        return join(company, department, await existing(company.id, [email], trx), from, trx)
      })
    },

    async update(company: Company, userId: string, input: { name?: string; phone?: string; departmentIds?: string; role?: Role }, by: SignedIn) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const member = await memberOf(company.id, userId, trx)
        const name = input.name?.trim() ?? member.name
        const phone = input.phone?.trim() ?? member.phone
        if (name !== member.name || phone !== member.phone) {
          if (!mayEdit(member, by.id))
            throw fieldError(
              'org.notManaged',
              name === member.name ? 'phone' : 'name',
              'This person belongs to other organisations too and changes this himself',
            )
          await trx.updateTable('person').set({ name, phone }).where('id', '=', userId).execute()
        }
        if (input.role && input.role !== member.role) {
          if (member.role === 'owner' || input.role === 'owner') throw ownerProtected()
          if (userId === by.id) throw notYourself()
          await trx.updateTable('member').set({ role: input.role }).where('company_id', '=', company.id).where('user_id', '=', userId).execute()
        }
        if (input.departmentIds) {
          const wanted = await departmentsNamed(company.id, input.departmentIds, trx)
          await place(
            company.id,
            userId,
            wanted.map(department => department.id),
            trx,
          )
        }
      })
    },

    /** Moves people from one department to another; their other departments stay. */
    async move(companyId: string, fromId: string, users: string[], toId: string): Promise<number> {
      return db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const from = await departmentOf(companyId, fromId, trx)
        const [to] = await departmentsAmong(companyId, [toId], trx)
        if (!to) throw fieldError('org.departmentUnknown', 'to', 'There is no such department')
        if (to.id === from.id) throw fieldError('org.sameDepartment', 'to', 'They are in this department already')
        const ids = [...new Set(users)]
        const seated = await trx.selectFrom('department_member').select('user_id').where('department_id', '=', from.id).where('user_id', 'in', ids).execute()
        if (seated.length < ids.length) throw fieldError('org.notInDepartment', 'users', 'This person is not in this department')
        await sit(companyId, ids, [to.id], trx)
        await trx.deleteFrom('department_member').where('department_id', '=', from.id).where('user_id', 'in', ids).execute()
        return ids.length
      })
    },

    async ban(companyId: string, userId: string, banned: boolean, by: SignedIn) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const member = await memberOf(companyId, userId, trx)
        if (member.role === 'owner') throw ownerProtected()
        if (userId === by.id) throw notYourself()
        await trx.updateTable('member').set({ banned }).where('company_id', '=', companyId).where('user_id', '=', userId).execute()
      })
    },

    /** Takes somebody out of a department, or out of the organisation. */
    async remove(companyId: string, userId: string, departmentId: string | undefined, by: SignedIn) {
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const member = await memberOf(companyId, userId, trx)
        if (!departmentId) {
          if (member.role === 'owner') throw ownerProtected()
          if (userId === by.id) throw notYourself()
          await trx.deleteFrom('invitation').where('company_id', '=', companyId).where('user_id', '=', userId).execute()
          await trx.deleteFrom('member').where('company_id', '=', companyId).where('user_id', '=', userId).execute()
          return
        }
        const department = await departmentOf(companyId, departmentId, trx)
        const seats = await seatsOf(companyId, userId, trx)
        if (!seats.some(seat => seat.id === department.id)) throw new ApiError('org.notInDepartment', 'This person is not in this department', 404)
        if (seats.length === 1 && department.parent_id === null)
          throw new ApiError('org.lastDepartment', 'This is the only department of this person. Remove the person from the organisation instead', 409)
        await trx.deleteFrom('department_member').where('department_id', '=', department.id).where('user_id', '=', userId).execute()
      })
    },
  }

  /** Name and phone belong to the person; an organisation changes them where the person is nobody else's. */
  function mayEdit(member: { id: string; role: Role; is_super: boolean; organisations: number | null }, byId: string): boolean {
    if (member.id === byId) return true
    return member.organisations === 1 && !member.is_super && member.role !== 'owner'
  }

  async function join(
    company: Company,
    department: { id: string; parent_id: string | null },
    people: Awaited<ReturnType<typeof existing>>,
    from: Inviter,
    trx: Trx,
  ) {
    const strangers = people.filter(person => person.role === null)
    if (strangers.length)
      await trx
        .insertInto('member')
        .values(strangers.map(person => ({ company_id: company.id, user_id: person.id, role: 'member' as const })))
        .execute()
    const ids = people.map(person => person.id)
    const added = await sit(company.id, ids, [department.id], trx)
    // Joining put them into the first department; they were meant for this one.
    if (strangers.length && department.parent_id !== null)
      await trx
        .deleteFrom('department_member')
        .where('company_id', '=', company.id)
        .where(
          'user_id',
          'in',
          strangers.map(person => person.id),
        )
        .where('department_id', '!=', department.id)
        .execute()
    const told = people.filter(person => person.role === null || !person.hasPassword)
    for (const person of told) await invitations.send(person, company, from, trx)
    return { added: department.parent_id === null ? added + strangers.length : added, invited: told.length }
  }
}
