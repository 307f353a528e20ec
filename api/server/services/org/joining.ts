// Coming into the organisation: people who exist already, and people who are invited by email.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { departmentOf, lockOrganisation } from './departments.ts'
import type { createInvitations, Inviter } from './invitations.ts'
import { sit, type Company } from './seats.ts'
import { inCompany } from '../../store/scoped.ts'

export interface NewPerson {
  name: string
  email: string
  username?: string
  phone?: string
}

export async function newPerson({ name, email, username = '', phone = '' }: NewPerson, trx: Trx): Promise<string> {
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
export function createJoining({ config, db }: Pick<Core, 'config' | 'db'>, { invitations }: { invitations: ReturnType<typeof createInvitations> }) {
  /** People by id or email. Ids of strangers count on a private installation only, where everybody may be picked. */
  async function existing(companyId: string, users: string[], trx: Trx) {
    const wanted = [...new Set(users.map(user => user.trim().toLowerCase()).filter(Boolean))]
    const emails = wanted.filter(user => user.includes('@'))
    const ids = wanted.filter(user => /^[0-9a-f-]{36}$/.test(user))
    const found = await inCompany(trx, companyId)
      .selectFrom('person')
      .leftJoin('member', 'member.user_id', 'person.id')
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
  async function join(
    company: Company,
    department: { id: string; parent_id: string | null },
    people: Awaited<ReturnType<typeof existing>>,
    from: Inviter,
    trx: Trx,
  ) {
    const strangers = people.filter(person => person.role === null)
    if (strangers.length)
      await inCompany(trx, company.id)
        .insertInto('member')
        .values(strangers.map(person => ({ user_id: person.id, role: 'member' as const })))
        .execute()
    const ids = people.map(person => person.id)
    const added = await sit(company.id, ids, [department.id], trx)
    // Joining put them into the first department; they were meant for this one.
    if (strangers.length && department.parent_id !== null)
      await inCompany(trx, company.id)
        .deleteFrom('department_member')
        .where(
          'user_id',
          'in',
          strangers.map(person => person.id),
        )
        .where('department_id', '!=', department.id)
        .execute()
    // A directory may know people without an email; nobody can be told there.
    const told = people.filter(person => person.email && (person.role === null || !person.hasPassword))
    await invitations.sendAll(told, company, from, trx)
    return { added: department.parent_id === null ? added + strangers.length : added, invited: told.length }
  }

  return {
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
  }
}
