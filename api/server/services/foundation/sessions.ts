// Browser sessions: a random token in the cookie, its SHA-256 in the database, a token of its own against forged requests.
import { createHash, randomBytes } from 'node:crypto'
import type { Core } from '../../core.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { SignedIn } from './access/index.ts'
import { NO_PROVIDER_SESSION, type ProviderSession } from './provider-session.ts'

/** Days a session lives after it was last used. */
const DAYS = 14

export interface Session {
  token: string
  csrf: string
  /** The only app that it opens, where it was begun at that app's door. */
  appId?: string
  /** The environment of that app, where it was begun in a page of another site. */
  embedded?: string
  user: SignedIn & { avatar: string; hasPassword: boolean; needsPassword: boolean; passwordIsInitial: boolean }
}

/** Where a session comes from. */
export interface Provider {
  provider: string
  providerSession: ProviderSession
}

/** What the database keeps of a token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()
const expiry = () => new Date(Date.now() + DAYS * 86_400_000)

/** Ends all sessions of a person, but for the one whose token is given, and sign-ins on the way to one: those go by what was known before. */
export async function endSessions(userId: string, butToken: string | undefined, on: Db | Trx) {
  await on.deleteFrom('second_factor_ticket').where('user_id', '=', userId).execute()
  await on.deleteFrom('signin_pending').where('user_id', '=', userId).execute()
  let query = on.deleteFrom('session').where('user_id', '=', userId)
  if (butToken) query = query.where('token_hash', '!=', hashOf(butToken))
  await query.execute()
}

export function createSessions({ db }: Pick<Core, 'db'>) {
  return {
    /** Makes a session; its token is only ever in the cookie. */
    async open(
      userId: string,
      from: { ip: string; agent: string; appId?: string; embedded?: string } & Partial<Provider>,
    ): Promise<{ token: string; maxAgeSeconds: number }> {
      const token = randomBytes(32).toString('base64url')
      const { providerSession = NO_PROVIDER_SESSION } = from
      await db
        .insertInto('session')
        .values({
          token_hash: hashOf(token),
          user_id: userId,
          csrf: randomBytes(24).toString('base64url'),
          ip: from.ip,
          agent: from.agent.slice(0, 300),
          app_id: from.appId ?? null,
          embedded: from.embedded ?? null,
          provider: from.provider ?? '',
          provider_token: providerSession.token,
          provider_marks: providerSession.marks,
          expires_at: expiry(),
        })
        .execute()
      return { token, maxAgeSeconds: DAYS * 86_400 }
    },

    /** The provider that a session comes from, where signing out there is wanted. */
    async providerOf(token: string): Promise<{ provider: string; token: string } | undefined> {
      const row = await db.selectFrom('session').select(['provider', 'provider_token']).where('token_hash', '=', hashOf(token)).executeTakeFirst()
      return row?.provider_token ? { provider: row.provider, token: row.provider_token } : undefined
    },

    /** Keeps a session in use from expiring. */
    async touch(token: string) {
      await db.updateTable('session').set({ seen_at: new Date(), expires_at: expiry() }).where('token_hash', '=', hashOf(token)).execute()
    },

    async close(token: string) {
      await db.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute()
    },

    /** The same, in a transaction or without one. */
    closeAll: (userId: string, butToken?: string, on: Db | Trx = db) => endSessions(userId, butToken, on),

    async removeExpired() {
      await db.deleteFrom('session').where('expires_at', '<', new Date()).execute()
    },
  }
}
