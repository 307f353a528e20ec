// Somebody who has an account joins by accepting. Until then a row of the organisation's own stands for that person: it holds what the organisation
// said and nothing of the account, it can be given departments and roles like anybody new, and nobody can sign in as it.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { everywhere, inCompany } from '../../store/scoped.ts'
import { hashOf } from '../foundation/sessions.ts'
import { lockOrganisation } from './departments.ts'

/** What an organisation said about somebody whom it invites. */
export interface Said {
  accountId: string
  name: string
  email: string
  username?: string
  phone?: string
}

/** A row of `person` for it; the username cannot be typed at sign-in, and is nobody else's. */
export function standInRow({ accountId, name, email, username = '', phone = '' }: Said, id: string = uuidv7()) {
  return { id, username: `invited:${id}`, email: '', name, phone, stands_for: accountId, invited_email: email, invited_username: username }
}

export async function addStandIn(said: Said, trx: Trx): Promise<string> {
  const row = standInRow(said)
  await trx.insertInto('person').values(row).execute()
  return row.id
}

/** Accounts by email or username, whoever's they are: the text in lower letters, and whose it is. */
export async function accountsBy(texts: readonly string[], on: Db | Trx): Promise<Map<string, string>> {
  if (!texts.length) return new Map()
  const wanted = texts.map(text => text.toLowerCase())
  const { rows } = await sql<{ text: string; id: string }>`
    select lower(username) as text, id from person where lower(username) = any (${wanted}::text[]) and stands_for is null
    union all select lower(email), id from person where email <> '' and lower(email) = any (${wanted}::text[]) and stands_for is null`.execute(on)
  return new Map(rows.map(row => [row.text, row.id]))
}

/** Who stands for these accounts in an organisation, by account. */
export async function standInsOf(companyId: string, accounts: readonly string[], on: Db | Trx): Promise<Map<string, string>> {
  if (!accounts.length) return new Map()
  const rows = await inCompany(on, companyId)
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.user_id')
    .select(['person.id', 'person.stands_for'])
    .where('person.stands_for', 'in', accounts)
    .execute()
  return new Map(rows.map(row => [row.stands_for as string, row.id]))
}

/** Puts the account in the place of what stood for it; a membership that it has already only gains by that. */
export const takePlace = (companyId: string, standIn: string, accountId: string, trx: Trx) =>
  sql`select take_place(${companyId}, ${standIn}, ${accountId})`.execute(trx)

/**
 * Whether the account `account` is shown to be whom `person` stands for: its email is confirmed and the one that was invited. Where nobody was addressed, the
 * account itself was named. Anybody may have an account with an email that is somebody else's.
 */
const PROVED = sql<boolean>`(person.invited_email = '' or account.email_verified and lower(account.email) = lower(person.invited_email))`

const gone = () => notFound('i.invitationUnknown', 'This invitation is no longer there')

/** The invitations that wait for one person. */
export function createOwnInvitations({ db }: Pick<Core, 'db'>) {
  const waiting = everywhere(db, 'the invitations of one person, from whatever organisation')

  async function find(accountId: string, id: string) {
    const row = await waiting
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.user_id')
      .innerJoin('person as account', 'account.id', 'person.stands_for')
      .innerJoin('company', 'company.id', 'member.company_id')
      .select(['company.id', 'company.key', 'person.invited_email as email', PROVED.as('isProved')])
      .where('person.id', '=', id)
      .where('person.stands_for', '=', accountId)
      .where('member.banned', '=', false)
      .executeTakeFirst()
    if (!row) throw gone()
    return row
  }

  const isLinkOf = async (id: string, token: string) =>
    !!(await waiting
      .selectFrom('invitation')
      .select('user_id')
      .where('user_id', '=', id)
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', new Date())
      .executeTakeFirst())

  return {
    async list(accountId: string) {
      const rows = await waiting
        .selectFrom('member')
        .innerJoin('person', 'person.id', 'member.user_id')
        .innerJoin('company', 'company.id', 'member.company_id')
        .innerJoin('person as account', 'account.id', 'person.stands_for')
        .leftJoin('invitation', join => join.onRef('invitation.user_id', '=', 'person.id').onRef('invitation.company_id', '=', 'company.id'))
        .leftJoin('person as inviter', 'inviter.id', 'invitation.invited_by')
        .select([
          'person.id',
          'company.name as organisation',
          'inviter.name as from',
          'member.created_at',
          'person.invited_email as email',
          PROVED.as('isProved'),
        ])
        .where('person.stands_for', '=', accountId)
        .where('member.banned', '=', false)
        .orderBy('member.created_at', 'desc')
        .orderBy('person.id')
        .limit(50)
        .execute()
      return rows.map(row => ({
        id: row.id,
        organisation: row.organisation,
        from: row.from ?? '',
        createdAt: row.created_at.toISOString(),
        email: row.email,
        isProved: row.isProved,
      }))
    },

    /** Joins by an email that is confirmed, or by the link of the invitation. */
    async accept(accountId: string, id: string, token?: string): Promise<{ companyKey: string }> {
      const { id: companyId, key, email, isProved } = await find(accountId, id)
      if (!isProved && !(token && (await isLinkOf(id, token))))
        throw new ApiError('i.invitationUnproved', 'Open the link of this invitation, or confirm {email} as your email first', 403, { values: { email } })
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        const there = await inCompany(trx, companyId).selectFrom('member').select('user_id').where('user_id', '=', id).executeTakeFirst()
        if (!there) throw gone()
        await takePlace(companyId, id, accountId, trx)
      })
      return { companyKey: key }
    },

    async decline(accountId: string, id: string) {
      const { id: companyId } = await find(accountId, id)
      await db.transaction().execute(async trx => {
        await lockOrganisation(companyId, trx)
        await inCompany(trx, companyId).deleteFrom('member').where('user_id', '=', id).execute()
      })
    },
  }
}
