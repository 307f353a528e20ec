// Coming into the organisation: members into departments, new people by a link to choose a password, people who have an account by accepting.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { departmentOf, lockOrganisation } from './departments.ts'
import type { createInvitations, Inviter } from './invitations.ts'
import { sit, type Company } from './seats.ts'
import { accountsBy, addStandIn, standInsOf } from './stand-ins.ts'
import { inCompany } from '../../store/scoped.ts'

export interface NewPerson {
  name: string
  email: string
  username?: string
  phone?: string
}

interface Coming {
  id: string
  email: string
  isMember: boolean
  hasPassword: boolean
}

async function checkUsername(username: string, trx: Trx) {
  if (username && (await accountsBy([username], trx)).size) throw fieldError('org.usernameTaken', 'username', 'This username is taken')
}

export async function newPerson({ name, email, username = '', phone = '' }: NewPerson, trx: Trx): Promise<string> {
  await checkUsername(username, trx)
  // A username that is somebody's email, or the other way round, would make two people of one sign-in.
  if ((await accountsBy([email], trx)).size) throw fieldError('org.usernameTaken', 'email', 'This username is taken')
  const id = uuidv7()
  await trx
    .insertInto('person')
    .values({ id, username: username || email, email, name: name.trim(), phone })
    .execute()
  return id
}
export function createJoining({ config, db }: Pick<Core, 'config' | 'db'>, { invitations }: { invitations: ReturnType<typeof createInvitations> }) {
  /** Members by id or by the email that the organisation knows them by. */
  async function membersBy(companyId: string, { ids, emails }: { ids: string[]; emails: string[] }, trx: Trx): Promise<Coming[]> {
    const { rows } = await sql<Coming>`
      select p.id, p.shown_email as email, true as "isMember", p.password_hash is not null as "hasPassword"
      from member m join person p on p.id = m.user_id
      where m.company_id = ${companyId} and not p.disabled and (p.id = any (${ids}::uuid[])
        or lower(p.email) = any (${emails}::text[]) or lower(p.invited_email) = any (${emails}::text[]))`.execute(trx)
    return rows
  }

  /**
   * People by id or email. Whoever is no member comes in by accepting, or by choosing a password: what is known of an account is the same as of none.
   * Ids of strangers count on a private installation only, where everybody may be picked by name.
   */
  async function chosen(companyId: string, users: string[], trx: Trx): Promise<Coming[]> {
    const wanted = [...new Set(users.map(user => user.trim().toLowerCase()).filter(Boolean))]
    const emails = wanted.filter(user => user.includes('@'))
    const ids = wanted.filter(user => /^[0-9a-f-]{36}$/.test(user))
    const members = await membersBy(companyId, { ids, emails }, trx)
    const known = new Set(members.flatMap(person => [person.id, person.email.toLowerCase()]))
    const picked =
      config.deployMode === 'private' && ids.some(id => !known.has(id))
        ? await trx
            .selectFrom('person')
            .select(['id', 'name', 'email'])
            .where(
              'id',
              'in',
              ids.filter(id => !known.has(id)),
            )
            .where('disabled', '=', false)
            .where('stands_for', 'is', null)
            .execute()
        : []
    const strangers = emails.filter(email => !known.has(email) && !picked.some(person => person.email.toLowerCase() === email))
    const accounts = await accountsBy(strangers, trx)
    const unknown = wanted.filter(
      user => !known.has(user) && !picked.some(person => person.id === user || person.email.toLowerCase() === user) && !strangers.includes(user),
    )
    // With a user centre new people are made there, and who may be picked is no secret.
    if (config.features.uic) unknown.push(...strangers.filter(email => !accounts.has(email)))
    if (unknown.length || !wanted.length)
      throw new ApiError('org.usersUnknown', 'Nobody has one of these emails', 422, {
        fields: { users: 'Nobody has one of these emails' },
        data: { unknown },
      })
    const coming = [...members]
    for (const { id, name, email } of picked) coming.push(await invited(companyId, { accountId: id, name, email }, trx))
    for (const email of strangers) {
      const name = email.slice(0, email.indexOf('@')).slice(0, 50)
      const accountId = accounts.get(email)
      coming.push(accountId ? await invited(companyId, { accountId, name, email }, trx) : await added({ name, email }, trx))
    }
    return coming
  }

  const added = async (person: NewPerson, trx: Trx): Promise<Coming> => ({
    id: await newPerson(person, trx),
    email: person.email,
    isMember: false,
    hasPassword: false,
  })

  /** Who stands for an account here, made where nobody does yet. */
  async function invited(companyId: string, { accountId, ...person }: NewPerson & { accountId: string }, trx: Trx): Promise<Coming> {
    const there = (await standInsOf(companyId, [accountId], trx)).get(accountId)
    if (there) return { id: there, email: person.email, isMember: true, hasPassword: false }
    await checkUsername(person.username ?? '', trx)
    return { id: await addStandIn({ accountId, ...person, name: person.name.trim() }, trx), email: person.email, isMember: false, hasPassword: false }
  }

  async function join(company: Company, department: { id: string; parent_id: string | null }, people: Coming[], from: Inviter, trx: Trx) {
    const strangers = people.filter(person => !person.isMember)
    if (strangers.length)
      await inCompany(trx, company.id)
        .insertInto('member')
        .values(strangers.map(person => ({ user_id: person.id, role: 'member' as const })))
        .execute()
    const ids = people.map(person => person.id)
    const seated = await sit(company.id, ids, [department.id], trx)
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
    const told = people.filter(person => person.email && !person.hasPassword)
    const links = await invitations.sendAll(told, company, from, trx)
    return {
      added: department.parent_id === null ? seated + strangers.length : seated,
      invited: told.length,
      isMailed: invitations.isMailed && told.length > 0,
      link: invitations.isMailed || links.length !== 1 ? '' : (links[0] ?? ''),
      wasMember: people.length === 1 && !strangers.length,
    }
  }

  return {
    /** Puts people into a department; who was no member is invited. */
    async addExisting(company: Company, departmentId: string, users: string[], from: Inviter) {
      return db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const department = await departmentOf(company.id, departmentId, trx)
        return join(company, department, await chosen(company.id, users, trx), from, trx)
      })
    },

    /** Puts somebody into a department by email: a member as he is, somebody else as the form says. */
    async invite(company: Company, departmentId: string, person: NewPerson, from: Inviter) {
      return db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const department = await departmentOf(company.id, departmentId, trx)
        const email = person.email.trim()
        const [member] = await membersBy(company.id, { ids: [], emails: [email.toLowerCase()] }, trx)
        if (member) return join(company, department, [member], from, trx)
        const accountId = (await accountsBy([email], trx)).get(email.toLowerCase())
        const isMember = accountId && (await membersBy(company.id, { ids: [accountId], emails: [] }, trx)).length > 0
        const coming = accountId && !isMember ? await invited(company.id, { ...person, email, accountId }, trx) : await added({ ...person, email }, trx)
        return join(company, department, [coming], from, trx)
      })
    },
  }
}
