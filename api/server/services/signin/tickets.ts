// Tickets: the first proof was given and the second is due. Short-lived, for one browser, gone with the right answer or too many wrong ones.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { hashOf } from '../foundation/sessions.ts'
import { NO_PROVIDER_SESSION, type ProviderSession } from '../foundation/provider-session.ts'

export const TICKET_MINUTES = 5
/** Wrong answers before a ticket is worth nothing. */
export const TICKET_TRIES = 5

/** The first proof has to be given again. */
export const ticketExpired = () => new ApiError('signin.ticketExpired', 'This took too long or too many attempts. Sign in again', 410)

export function createTickets({ db }: Pick<Core, 'db'>) {
  return {
    /** For somebody who signed in by `kind`; the ticket itself is kept nowhere. */
    async open(userId: string, kind: string, redirect: string, providerSession: ProviderSession = NO_PROVIDER_SESSION): Promise<string> {
      const ticket = randomBytes(32).toString('base64url')
      const expires = new Date(Date.now() + TICKET_MINUTES * 60_000)
      await db
        .insertInto('second_factor_ticket')
        .values({
          token_hash: hashOf(ticket),
          user_id: userId,
          kind,
          redirect,
          provider_token: providerSession.token,
          provider_marks: providerSession.marks,
          expires_at: expires,
        })
        .execute()
      return ticket
    },

    async find(ticket: string): Promise<{ userId: string; kind: string; redirect: string; providerSession: ProviderSession }> {
      const row = await db
        .selectFrom('second_factor_ticket')
        .select(['user_id', 'kind', 'redirect', 'provider_token', 'provider_marks'])
        .where('token_hash', '=', hashOf(ticket))
        .where('expires_at', '>', new Date())
        .where('tries', '<', TICKET_TRIES)
        .executeTakeFirst()
      if (!row) throw ticketExpired()
      return { userId: row.user_id, kind: row.kind, redirect: row.redirect, providerSession: { token: row.provider_token, marks: row.provider_marks } }
    },

    /** Counts an attempt before it is judged, so that many at a time do not get more of them. */
    async count(ticket: string): Promise<void> {
      const row = await db
        .updateTable('second_factor_ticket')
        .set({ tries: sql`tries + 1` })
        .where('token_hash', '=', hashOf(ticket))
        .where('expires_at', '>', new Date())
        .where('tries', '<', TICKET_TRIES)
        .returning('user_id')
        .executeTakeFirst()
      if (!row) throw ticketExpired()
    },

    async removeExpired() {
      await db.deleteFrom('second_factor_ticket').where('expires_at', '<', new Date()).execute()
    },

    /** Takes the ticket; false when somebody else did in the meantime. */
    async use(ticket: string): Promise<boolean> {
      return !!(await db.deleteFrom('second_factor_ticket').where('token_hash', '=', hashOf(ticket)).returning('user_id').executeTakeFirst())
    },
  }
}

export type Tickets = ReturnType<typeof createTickets>
