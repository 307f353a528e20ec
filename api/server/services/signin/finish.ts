// The one end of every way to sign in: may this person come in, what is still missing, and what is written down.
import type { Core } from '../../core.ts'
import { safeRedirect } from '../../redirects.ts'
import { disabled } from './arrive.ts'
import type { ProviderSession } from '../foundation/provider-session.ts'
import type { BindItem } from './proof.ts'
import type { Guard } from '../foundation/guard.ts'
import type { Methods } from './methods.ts'
import type { Tickets } from './tickets.ts'
import type { Kind } from './settings.ts'
import { inCompany } from '../../store/scoped.ts'

export type Factor = 'totp' | 'passkey' | 'recovery'
/** Holds the ticket in the browser it was given to: one that leaked is worth nothing elsewhere. */
export const TICKET_COOKIE = 'tessera_ticket'

export interface SecondFactor {
  /** Factors that a person has set up; empty when none. */
  factors(userId: string): Promise<Factor[]>
}
export interface How {
  kind: Kind
  ip: string
  agent: string
  /** Name that was typed, or the name the other side gave. */
  name?: string
  /** Organisation whose app is being opened; a member who is banned there does not come in. */
  companyId?: string
  redirect?: string
  /** The session at the provider that it comes from. */
  providerSession?: ProviderSession
  /** The second factor has been shown, or the method is one itself. */
  isSecondFactorDone?: boolean
}
export type Finished =
  /** The caller opens the session, or holds it back until `needs` are bound. */
  | { next: 'session'; userId: string; redirect: string }
  | { next: 'bind'; userId: string; needs: BindItem[]; redirect: string }
  | { next: 'second-factor'; userId: string; ticket: string; factors: Factor[]; redirect: string }

interface Parts {
  guard: Pick<Guard, 'event'>
  methods: Pick<Methods, 'get'>
  secondFactor: SecondFactor
  tickets: Pick<Tickets, 'open'>
}

export function createFinish({ db }: Pick<Core, 'db'>, { guard, methods, secondFactor, tickets }: Parts) {
  return {
    /** Ends a proof of who somebody is; throws where the account may not come in. */
    async finish({ id }: { id: string }, how: How): Promise<Finished> {
      const person = await db
        .selectFrom('person')
        .select(['id', 'username', 'disabled', 'email', 'email_verified', 'phone', 'phone_verified', 'password_is_initial', 'is_external'])
        .where('id', '=', id)
        .executeTakeFirst()
      const name = how.name || person?.username || ''
      const attempt = { kind: how.kind, ip: how.ip, agent: how.agent, name, userId: person?.id }
      const isBanned =
        how.companyId !== undefined &&
        !!(await inCompany(db, how.companyId).selectFrom('member').select('user_id').where('user_id', '=', id).where('banned', '=', true).executeTakeFirst())
      // Whoever registered with an app signs in at its door.
      if (!person || person.disabled || person.is_external || isBanned) {
        await guard.event({ ...attempt, ok: false, reason: isBanned ? 'banned' : 'disabled' })
        throw disabled()
      }
      const { bindKey } = (await methods.get(how.kind)).settings
      const has = { phone: !!person.phone && person.phone_verified, email: !!person.email && person.email_verified }
      // An administrator knows an initial password: an identity bound with it would be a back door for the administrator.
      const isInitial = how.kind === 'password' && person.password_is_initial
      const missing = isInitial ? [] : bindKey.filter(key => !has[key])
      const to = safeRedirect(how.redirect)
      const factors = how.isSecondFactorDone ? [] : await secondFactor.factors(id)
      if (factors.length) return { next: 'second-factor', userId: id, ticket: await tickets.open(id, how.kind, to, how.providerSession), factors, redirect: to }
      if (missing.length) return { next: 'bind', userId: id, needs: missing, redirect: to }
      await guard.event({ ...attempt, ok: true })
      return { next: 'session', userId: id, redirect: to }
    },
  }
}
export type Finish = ReturnType<typeof createFinish>
