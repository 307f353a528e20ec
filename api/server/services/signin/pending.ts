// Sign-ins that wait for their person: who somebody is here has to be settled, or something has to be bound first. Each belongs to one browser,
// ends after a while, and is gone with the decision.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { hashOf } from '../foundation/sessions.ts'
import { NO_PROVIDER_SESSION, type ProviderSession } from '../foundation/provider-session.ts'
import { bindItems, type BindItem, type Proof } from './proof.ts'
import type { Kind } from './settings.ts'

export const PENDING_MINUTES = 15
/** Tells browsers apart that are not signed in yet. */
export const BROWSER_COOKIE = 'tessera_browser'
export const BROWSER_SECONDS = 3600

export const newBrowser = () => randomBytes(32).toString('base64url')
export const isBrowser = (token: string | undefined): token is string => /^[\w-]{43}$/.test(token ?? '')

export interface Waiting {
  /** Token of the browser that waits. */
  browser: string
  redirect: string
  /** The session at the provider that it comes from. */
  providerSession?: ProviderSession
}
export interface Pending extends Omit<Waiting, 'browser'> {
  id: string
  proof: Proof
  /** Who it is, when only something has to be bound. */
  userId: string | null
  needs: BindItem[]
}

export const bindExpired = () => new ApiError('bind.expired', 'This sign-in has expired or is done already. Sign in again', 410)

export function createPending({ db }: Pick<Core, 'db'>) {
  const alive = (browser: string | undefined, on: Db | Trx) => {
    if (!isBrowser(browser)) throw bindExpired()
    return on.selectFrom('signin_pending').selectAll().where('browser_hash', '=', hashOf(browser)).where('expires_at', '>', new Date())
  }
  type Row = Awaited<ReturnType<ReturnType<typeof alive>['executeTakeFirstOrThrow']>>

  const shown = (row: Row): Pending => ({
    id: row.id,
    proof: {
      kind: row.kind as Kind,
      issuer: row.issuer,
      subject: row.subject,
      name: row.name,
      email: row.email,
      emailVerified: row.email_verified,
      phone: row.phone,
      phoneVerified: row.phone_verified,
    },
    redirect: row.redirect,
    providerSession: { token: row.provider_token, marks: row.provider_marks },
    userId: row.user_id,
    needs: bindItems(row.needs),
  })

  async function add(
    values: { browser: string; redirect: string; providerSession?: ProviderSession; kind: Kind; subject: string },
    more: object,
    on: Db | Trx,
  ) {
    const id = uuidv7()
    const { browser, redirect, providerSession = NO_PROVIDER_SESSION, kind, subject } = values
    await on
      .insertInto('signin_pending')
      .values({
        id,
        browser_hash: hashOf(browser),
        kind,
        subject,
        redirect,
        provider_token: providerSession.token,
        provider_marks: providerSession.marks,
        expires_at: new Date(Date.now() + PENDING_MINUTES * 60_000),
        ...more,
      })
      .execute()
    return id
  }

  return {
    /** Somebody is known elsewhere only. */
    open: (proof: Proof, waiting: Waiting, on: Db | Trx = db) =>
      add(
        { ...waiting, kind: proof.kind, subject: proof.subject },
        {
          issuer: proof.issuer ?? '',
          name: proof.name,
          email: proof.email,
          email_verified: proof.emailVerified,
          phone: proof.phone,
          phone_verified: proof.phoneVerified ?? false,
        },
        on,
      ),

    /** Somebody is known here, and gets the session when these are bound. The newest one of a browser counts. */
    hold: (userId: string, kind: Kind, needs: BindItem[], waiting: Waiting) =>
      db.transaction().execute(async trx => {
        await trx.deleteFrom('signin_pending').where('browser_hash', '=', hashOf(waiting.browser)).where('user_id', 'is not', null).execute()
        return add({ ...waiting, kind, subject: '' }, { user_id: userId, needs }, trx)
      }),

    /** The one with this id in this browser; somebody else's, a late or a finished one is refused alike. */
    async find(id: string, browser: string | undefined, on: Db | Trx = db): Promise<Pending> {
      const row = await alive(browser, on).where('id', '=', id).where('user_id', 'is', null).executeTakeFirst()
      if (!row) throw bindExpired()
      return shown(row)
    },

    /** The newest one of this browser in which nobody is settled. */
    async findOpen(browser: string | undefined): Promise<Pending> {
      const row = await alive(browser, db).where('user_id', 'is', null).orderBy('id', 'desc').executeTakeFirst()
      if (!row) throw bindExpired()
      return shown(row)
    },

    /** The session that is held back in this browser. */
    async held(browser: string | undefined): Promise<(Pending & { userId: string }) | undefined> {
      if (!isBrowser(browser)) return undefined
      const row = await alive(browser, db).where('user_id', 'is not', null).orderBy('id', 'desc').executeTakeFirst()
      return row?.user_id ? { ...shown(row), userId: row.user_id } : undefined
    },

    /** Ends it; of two at a time one gets through. */
    async use(id: string, on: Trx) {
      const row = await on.deleteFrom('signin_pending').where('id', '=', id).where('expires_at', '>', new Date()).returning('id').executeTakeFirst()
      if (!row) throw bindExpired()
    },

    async removeExpired() {
      await db.deleteFrom('signin_pending').where('expires_at', '<', new Date()).execute()
    },
  }
}

export type Pendings = ReturnType<typeof createPending>
