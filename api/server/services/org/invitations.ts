// Invitations: the link of a mail lets a new person choose the first password, once.
import { randomBytes } from 'node:crypto'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { createPeople } from '../foundation/people.ts'
import { hashOf } from '../foundation/sessions.ts'
import { everywhere, inCompany } from '../../store/scoped.ts'

/** How long a link of a mail can be used. */
export const INVITATION_DAYS = 7

/** People of one statement. */
const BATCH = 1000

export interface Invited {
  id: string
  email: string
  hasPassword: boolean
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
  { messages, people }: { messages: Pick<ReturnType<typeof createMessages>, 'mailAll'>; people: ReturnType<typeof createPeople> },
) {
  const byToken = everywhere(db, 'whoever has the link of an invitation belongs to no organisation yet')

  async function find(token: string) {
    const row = await byToken
      .selectFrom('invitation')
      .innerJoin('person', 'person.id', 'invitation.user_id')
      .innerJoin('company', 'company.id', 'invitation.company_id')
      .innerJoin('member', join => join.onRef('member.company_id', '=', 'company.id').onRef('member.user_id', '=', 'person.id'))
      .select(['person.id', 'person.name', 'person.email', 'company.name as organisation', 'company.key'])
      .where('token_hash', '=', hashOf(token))
      .where('expires_at', '>', new Date())
      .where('person.disabled', '=', false)
      .where('person.password_hash', 'is', null)
      .executeTakeFirst()
    if (!row) throw unknown()
    return row
  }

  /** Tells people by mail that they were added, with a link to choose a password where somebody has none. */
  async function sendAll(people: readonly Invited[], company: { id: string; key: string; name: string }, from: Inviter, trx: Trx) {
    const expires_at = new Date(Date.now() + INVITATION_DAYS * 86_400_000)
    const { locale } = from
    for (let at = 0; at < people.length; at += BATCH) {
      const batch = people.slice(at, at + BATCH).map(to => ({ ...to, token: to.hasPassword ? '' : randomBytes(32).toString('base64url') }))
      const strangers = batch.filter(to => to.token)
      if (strangers.length) {
        const ids = strangers.map(to => to.id)
        // The newest link is the one that works.
        await inCompany(trx, company.id).deleteFrom('invitation').where('user_id', 'in', ids).execute()
        const rows = strangers.map(to => ({ token_hash: hashOf(to.token), user_id: to.id, invited_by: from.id, expires_at }))
        await inCompany(trx, company.id).insertInto('invitation').values(rows).execute()
      }
      const mails = batch.map(to => {
        const link = to.token ? `${from.origin}/invitation/${to.token}` : `${from.origin}/company/${company.key}`
        const words = { organisation: company.name, site: config.siteName, name: from.name, email: to.email, days: INVITATION_DAYS, link }
        const text = to.hasPassword
          ? say(locale, '{name} added you to {organisation} on {site}. Sign in as {email}: {link}', words)
          : say(locale, '{name} added you to {organisation} on {site}. You sign in as {email}. Choose your password within {days} days: {link}', words)
        return { to: to.email, subject: say(locale, '{organisation} on {site}: you have been added', words), text }
      })
      await messages.mailAll(mails, trx)
    }
  }

  return {
    sendAll,
    /** The same for one of them. */
    send: (to: Invited, company: { id: string; key: string; name: string }, from: Inviter, trx: Trx) => sendAll([to], company, from, trx),

    async get(token: string) {
      const { organisation, name, email } = await find(token)
      return { organisation, name, email }
    },

    /** Sets the password; the address of the mail is the person's from now on. */
    async accept(token: string, password: string): Promise<{ userId: string; companyKey: string }> {
      const row = await find(token)
      if (!(await people.setFirstPassword(row.id, password))) throw unknown()
      await db.updateTable('person').set({ email_verified: true }).where('id', '=', row.id).execute()
      await byToken.deleteFrom('invitation').where('user_id', '=', row.id).execute()
      return { userId: row.id, companyKey: row.key }
    },

    async removeExpired() {
      await byToken.deleteFrom('invitation').where('expires_at', '<', new Date()).execute()
    },
  }
}
