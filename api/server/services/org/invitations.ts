// Invitations: a link lets a new person choose the first password, once. Somebody who has an account accepts when signed in (stand-ins.ts).
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { createPeople } from '../foundation/people.ts'
import { hashOf } from '../foundation/sessions.ts'
import { everywhere, inCompany } from '../../store/scoped.ts'
import { lockOrganisation } from './departments.ts'
import { memberOf } from './seats.ts'
import { createOwnInvitations, takePlace } from './stand-ins.ts'

/** How long a link can be used. */
export const INVITATION_DAYS = 7

/** People of one statement. */
const BATCH = 1000

/** Somebody who has no password here yet, or stands for an account. */
export interface Invited {
  id: string
  email: string
}

/** Who invites, and how the mail reads. */
export interface Inviter {
  /** Nobody, where an identity provider adds people and the maker of its token is gone. */
  id: string | null
  name: string
  origin: string
  locale: Locale
}

const unknown = () => new ApiError('org.invitationUnknown', 'This invitation is no longer valid. Ask for a new one', 404)

export function createInvitations(
  { config, db }: Pick<Core, 'config' | 'db'>,
  { messages, people }: { messages: Pick<ReturnType<typeof createMessages>, 'mailAll' | 'delivers'>; people: ReturnType<typeof createPeople> },
) {
  const byToken = everywhere(db, 'whoever has the link of an invitation belongs to no organisation yet')
  const isMailed = messages.delivers.mail

  async function find(token: string) {
    const row = await byToken
      .selectFrom('invitation')
      .innerJoin('person', 'person.id', 'invitation.user_id')
      .innerJoin('company', 'company.id', 'invitation.company_id')
      .innerJoin('member', join => join.onRef('member.company_id', '=', 'company.id').onRef('member.user_id', '=', 'person.id'))
      .select(['person.id', 'person.name', 'person.stands_for', 'invitation.is_shown'])
      .select(sql<string>`person.shown_email`.as('email'))
      .select(['company.id as company_id', 'company.name as organisation', 'company.key'])
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', new Date())
      .where('person.disabled', '=', false)
      .where('person.password_hash', 'is', null)
      .executeTakeFirst()
    if (!row) throw unknown()
    return row
  }

  /** Who of these has an account that somebody can sign in to. */
  async function withAccount(ids: string[], trx: Trx): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`
      select p.id from person p join person account on account.id = p.stands_for
      where p.id = any (${ids}::uuid[])
        and (account.password_hash is not null or exists (select from identity i where i.user_id = account.id))`.execute(trx)
    return new Set(rows.map(row => row.id))
  }

  /** Tells people by mail that they are invited. The links are answered as well, for those to whom no mail goes. */
  async function sendAll(invited: readonly Invited[], company: { id: string; key: string; name: string }, from: Inviter, trx: Trx): Promise<string[]> {
    const expires_at = new Date(Date.now() + INVITATION_DAYS * 86_400_000)
    const { locale } = from
    const links: string[] = []
    for (let at = 0; at < invited.length; at += BATCH) {
      const batch = invited.slice(at, at + BATCH).map(to => ({ ...to, token: randomBytes(32).toString('base64url') }))
      const ids = batch.map(to => to.id)
      // The newest link is the one that works.
      await inCompany(trx, company.id).deleteFrom('invitation').where('user_id', 'in', ids).execute()
      const rows = batch.map(to => ({ token_hash: hashOf(to.token), user_id: to.id, invited_by: from.id, expires_at, is_shown: !isMailed }))
      await inCompany(trx, company.id).insertInto('invitation').values(rows).execute()
      const known = await withAccount(ids, trx)
      const mails = batch.map(to => {
        const link = `${from.origin}/invitation/${to.token}`
        links.push(link)
        const words = { organisation: company.name, site: config.siteName, name: from.name, email: to.email, days: INVITATION_DAYS }
        if (known.has(to.id)) {
          const text = '{name} invites you to {organisation} on {site}. Sign in as {email} to accept or decline: {link}'
          return {
            to: to.email,
            subject: say(locale, '{organisation} on {site}: you are invited', words),
            text: say(locale, text, { ...words, link: `${from.origin}/i/companies?invitation=${to.token}` }),
          }
        }
        const text = '{name} added you to {organisation} on {site}. You sign in as {email}. Choose your password within {days} days: {link}'
        return { to: to.email, subject: say(locale, '{organisation} on {site}: you have been added', words), text: say(locale, text, { ...words, link }) }
      })
      await messages.mailAll(mails, trx)
    }
    return links
  }

  return {
    sendAll,
    /** Whether mails leave this installation; otherwise whoever invites hands the link on. */
    isMailed,
    own: createOwnInvitations({ db }),

    /** Makes a new link for somebody who has not come in yet; the one before ends. */
    async renew(company: { id: string; key: string; name: string }, userId: string, from: Inviter) {
      return db.transaction().execute(async trx => {
        await lockOrganisation(company.id, trx)
        const member = await memberOf(company.id, userId, trx)
        if (!member.is_pending) throw new ApiError('org.notPending', 'This person has joined already', 409)
        if (!member.email) throw new ApiError('org.noEmail', 'This person has no email to be invited by', 409)
        const [link = ''] = await sendAll([{ id: member.id, email: member.email }], company, from, trx)
        return { isMailed, link: isMailed ? '' : link, days: INVITATION_DAYS }
      })
    },

    async get(token: string) {
      const { organisation, name, email } = await find(token)
      return { organisation, name, email }
    },

    /** Sets the password; the address that a mail went to is the person's from now on. */
    async accept(token: string, password: string): Promise<{ userId: string; companyKey: string }> {
      const row = await find(token)
      const userId = row.stands_for ?? row.id
      if (row.stands_for) {
        const { rows } = await sql<{ other: boolean }>`
          select password_hash is not null or exists (select from identity where user_id = ${userId})
            or ${row.is_shown} and exists (select from member where user_id = ${userId}) as other from person where id = ${userId}`.execute(db)
        // Whoever handed out a link may have followed it; only a mailbox shows whose account it is.
        if (rows[0]?.other) throw hasAccount()
      }
      if (!(await people.setFirstPassword(userId, password))) throw row.stands_for ? hasAccount() : unknown()
      await db
        .updateTable('person')
        .set({ is_external: false, ...(!row.is_shown && { email_verified: true }) })
        .where('id', '=', userId)
        .execute()
      if (row.stands_for)
        await db.transaction().execute(async trx => {
          await lockOrganisation(row.company_id, trx)
          await takePlace(row.company_id, row.id, userId, trx)
        })
      await byToken.deleteFrom('invitation').where('user_id', '=', row.id).execute()
      return { userId, companyKey: row.key }
    },

    async removeExpired() {
      await byToken.deleteFrom('invitation').where('expires_at', '<', new Date()).execute()
    },
  }
}

const hasAccount = () => new ApiError('org.invitationSignIn', 'You have an account already. Sign in, then accept the invitation', 409)
