// Browsers that were sent to a provider: what comes back has to be for the same browser, in time, and only once.
import { randomBytes } from 'node:crypto'
import type { Core } from '../../core.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { ApiError } from '../../errors.ts'
import { hashOf } from '../foundation/sessions.ts'
import { isBrowser } from './pending.ts'
import type { Kind } from './settings.ts'

export const STATE_MINUTES = 10

export interface Sent {
  kind: Kind
  browser: string
  /** Query of the page that one came from. */
  query: Record<string, string>
  /** What nobody else is to know, such as the code verifier. */
  kept: Record<string, string>
  /** Somebody signed in who adds this way to sign in. */
  userId?: string
}

export const stateUnknown = () => new ApiError('signin.stateUnknown', 'This sign-in was begun elsewhere, took too long or is done already. Try again', 410)

export function createStates({ db }: Pick<Core, 'db'>, secrets: Pick<Secrets, 'seal' | 'open'>) {
  return {
    /** A name for what is kept before its content is known, as addresses at providers hold it. */
    fresh: () => randomBytes(32).toString('base64url'),

    async keep(state: string, { kind, browser, query, kept, userId }: Sent) {
      await db
        .insertInto('signin_state')
        .values({
          token_hash: hashOf(state),
          browser_hash: hashOf(browser),
          kind,
          query: JSON.stringify(query),
          kept: secrets.seal(JSON.stringify(kept)),
          user_id: userId ?? null,
          expires_at: new Date(Date.now() + STATE_MINUTES * 60_000),
        })
        .execute()
    },

    /** Takes it: a second one with the same finds nothing, and neither does another browser or another way to sign in. */
    async take(state: string, kind: Kind, browser: string | undefined): Promise<Omit<Sent, 'kind' | 'browser'>> {
      const row = isBrowser(browser)
        ? await db
            .deleteFrom('signin_state')
            .where('token_hash', '=', hashOf(state))
            .where('browser_hash', '=', hashOf(browser))
            .where('kind', '=', kind)
            .where('expires_at', '>', new Date())
            .returning(['query', 'kept', 'user_id'])
            .executeTakeFirst()
        : undefined
      if (!row) throw stateUnknown()
      return { query: row.query, kept: JSON.parse(secrets.open(row.kept)) as Record<string, string>, ...(row.user_id && { userId: row.user_id }) }
    },

    /** What is kept of it, without taking it. */
    async isKept(state: string, kind: Kind, browser: string | undefined): Promise<boolean> {
      if (!isBrowser(browser)) return false
      const row = await db
        .selectFrom('signin_state')
        .select('kind')
        .where('token_hash', '=', hashOf(state))
        .where('browser_hash', '=', hashOf(browser))
        .where('kind', '=', kind)
        .where('expires_at', '>', new Date())
        .executeTakeFirst()
      return !!row
    },

    async removeExpired() {
      await db.deleteFrom('signin_state').where('expires_at', '<', new Date()).execute()
    },
  }
}
export type States = ReturnType<typeof createStates>
