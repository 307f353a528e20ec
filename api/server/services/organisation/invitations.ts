// Invitations: the link of a mail lets a new person choose the first password, once.
import { randomBytes } from 'node:crypto'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import type { createMessages } from '../messages.ts'
import type { createPeople } from '../people.ts'
import { hashOf } from '../sessions.ts'

/** How long a link of a mail can be used. */
export const INVITATION_DAYS = 7

/** Who invites, and how the mail reads. */
export interface Inviter {
  id: string
  name: string
  origin: string
  locale: Locale
}

const unknown = () => new ApiError('org.invitationUnknown', 'This invitation is no longer valid. Ask for a new one', 404)

export function createInvitations(
  { config, db }: Pick<Core, 'config' | 'db'>,
  { messages, people }: { messages: Pick<ReturnType<typeof createMessages>, 'mail'>; people: ReturnType<typeof createPeople> },
) {
  async function find(token: string) {
    const row = await db
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

  return {
    /** Tells somebody by mail that he was added, with a link to choose a password where he has none. */
    async send(to: { id: string; email: string; hasPassword: boolean }, company: { id: string; key: string; name: string }, from: Inviter, trx: Trx) {
      let link = `${from.origin}/company/${company.key}`
      if (!to.hasPassword) {
        const token = randomBytes(32).toString('base64url')
        const expires_at = new Date(Date.now() + INVITATION_DAYS * 86_400_000)
        // The newest link is the one that works.
        await trx.deleteFrom('invitation').where('user_id', '=', to.id).where('company_id', '=', company.id).execute()
        await trx
          .insertInto('invitation')
          .values({ token_hash: hashOf(token), user_id: to.id, company_id: company.id, invited_by: from.id, expires_at })
          .execute()
        link = `${from.origin}/invitation/${token}`
      }
      const words = { organisation: company.name, site: config.siteName, name: from.name, email: to.email, days: INVITATION_DAYS, link }
      const { locale } = from
      const subject = say(locale, '{organisation} on {site}: you have been added', words)
      const text = to.hasPassword
        ? say(locale, '{name} added you to {organisation} on {site}. Sign in as {email}: {link}', words)
        : say(locale, '{name} added you to {organisation} on {site}. You sign in as {email}. Choose your password within {days} days: {link}', words)
      await messages.mail({ to: to.email, subject, text }, trx)
    },

    async get(token: string) {
      const { organisation, name, email } = await find(token)
      return { organisation, name, email }
    },

    /** Sets the password; the address of the mail is the person's from now on. */
    async accept(token: string, password: string): Promise<{ userId: string; companyKey: string }> {
      const row = await find(token)
      if (!(await people.setFirstPassword(row.id, password))) throw unknown()
      await db.updateTable('person').set({ email_verified: true }).where('id', '=', row.id).execute()
      await db.deleteFrom('invitation').where('user_id', '=', row.id).execute()
      return { userId: row.id, companyKey: row.key }
    },

    async removeExpired() {
      await db.deleteFrom('invitation').where('expires_at', '<', new Date()).execute()
    },
  }
}
