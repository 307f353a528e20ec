// Email and phone of an account. Each is bound by a code that was sent to it; a bound one gives way to another only after a code to itself.
import type { Locale } from '../../../messages.ts'
import { say } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { createMessages } from '../foundation/messages.ts'
import { hashOf, type Session } from '../foundation/sessions.ts'
import type { Codes, CodeTarget, Methods } from '../signin/index.ts'
import { isNameTaken } from './profile.ts'

export type ContactKind = 'email' | 'phone'
/** How long the present email or phone stays proven, for this session. */
const PROOF_MINUTES = 10

export interface Asking {
  session: Pick<Session, 'user' | 'token'>
  ip: string
  locale: Locale
}
interface Parts {
  codes: Pick<Codes, 'send' | 'check'>
  messages: Pick<ReturnType<typeof createMessages>, 'mail'>
  methods: Pick<Methods, 'enabled'>
}

const notBound = () => new ApiError('account.notBound', 'Nothing is bound that could be verified', 409)
const changeOff = () => new ApiError('account.changeOff', 'Changing it is switched off on this installation', 403)
const usernameFirst = () => new ApiError('account.usernameFirst', 'Your user name is this email. Choose another user name first', 409)
const lastWay = () => new ApiError('account.lastWay', 'It is the only way to sign in. Set a password or bind another account first', 409)
const taken = (field: ContactKind) => fieldError('account.taken', field, 'Somebody else has this already')
const isSame = (kind: ContactKind, one: string, other: string) =>
  kind === 'email' ? one.trim().toLowerCase() === other.trim().toLowerCase() : one.trim() === other.trim()

export function createContacts({ config, db }: Pick<Core, 'config' | 'db'>, { codes, messages, methods }: Parts) {
  const targetOf = (userId: string, kind: ContactKind, to: string): CodeTarget => ({ purpose: 'account', holder: userId, kind, to })

  async function personOf(id: string, on: Db | Trx = db, lock = false) {
    const query = on.selectFrom('person').selectAll().where('id', '=', id)
    return (lock ? query.forUpdate() : query).executeTakeFirstOrThrow()
  }
  type Person = Awaited<ReturnType<typeof personOf>>
  const isBound = (person: Person, kind: ContactKind) => (kind === 'email' ? !!person.email && person.email_verified : !!person.phone && person.phone_verified)

  async function isTaken(kind: ContactKind, to: string, userId: string, on: Db | Trx): Promise<boolean> {
    if (kind === 'email') return isNameTaken(to, userId, on)
    return !!(await on
      .selectFrom('person')
      .select('id')
      .where('phone', '=', to)
      .where('phone_verified', '=', true)
      .where('id', '<>', userId)
      .limit(1)
      .executeTakeFirst())
  }

  async function proven({ user, token }: Asking['session'], kind: ContactKind, on: Trx): Promise<boolean> {
    const row = await on
      .deleteFrom('account_proof')
      .where('session_hash', '=', hashOf(token))
      .where('user_id', '=', user.id)
      .where('kind', '=', kind)
      .returning('expires_at')
      .executeTakeFirst()
    return !!row && row.expires_at > new Date()
  }

  /** Whether somebody can still sign in once this is gone. */
  async function hasAnotherWay(userId: string, without: { identityId?: string; email?: boolean }, on: Db | Trx): Promise<boolean> {
    const [person, on_] = await Promise.all([personOf(userId, on), methods.enabled()])
    if (person.password_hash && on_.includes('password')) return true
    if (!without.email && person.email && person.email_verified && on_.includes('email')) return true
    const rows = await on.selectFrom('identity').select(['id', 'kind']).where('user_id', '=', userId).execute()
    return rows.some(row => row.id !== without.identityId && (on_ as string[]).includes(row.kind))
  }

  return {
    /** For somebody who is signed in: a code to what is or shall be bound. */
    send: ({ session, ip, locale }: Asking, kind: ContactKind, to: string) => codes.send(targetOf(session.user.id, kind, to), { ip, locale }),

    async verify({ session, ip }: Asking, kind: ContactKind, code: string) {
      const { id } = session.user
      const person = await personOf(id)
      if (!isBound(person, kind)) throw notBound()
      if (!config.accountChangeAllowed) throw changeOff()
      const use = await codes.check([{ ...targetOf(id, kind, person[kind]), code, field: 'token' }], ip)
      const values = { expires_at: new Date(Date.now() + PROOF_MINUTES * 60_000) }
      await db.transaction().execute(async trx => {
        await use(trx)
        await trx
          .insertInto('account_proof')
          .values({ session_hash: hashOf(session.token), user_id: id, kind, ...values })
          .onConflict(conflict => conflict.columns(['session_hash', 'kind']).doUpdateSet({ user_id: id, ...values }))
          .execute()
      })
    },

    async bind({ session, ip, locale }: Asking, kind: ContactKind, to: string, code: string) {
      const { id } = session.user
      const wanted = to.trim()
      const person = await personOf(id)
      const had = isBound(person, kind) ? person[kind] : ''
      if (had && !config.accountChangeAllowed) throw changeOff()
      if (had && isSame(kind, had, wanted)) throw fieldError('account.same', kind, 'This is bound already')
      // Only who reads the mailbox learns that somebody else has it.
      const use = await codes.check([{ ...targetOf(id, kind, wanted), code, field: 'token' }], ip)
      await db
        .transaction()
        .execute(async trx => {
          const now = await personOf(id, trx, true)
          if (isBound(now, kind) && !(await proven(session, kind, trx))) throw new ApiError('account.unproven', 'Verify the present one first', 409)
          await use(trx)
          if (await isTaken(kind, wanted, id, trx)) throw taken(kind)
          // Whose user name is the email goes on with the new one: the old one may become somebody else's.
          const follows = kind === 'email' && !!now.email && isSame('email', now.username, now.email)
          await trx
            .updateTable('person')
            .set(kind === 'email' ? { email: wanted, email_verified: true, ...(follows && { username: wanted }) } : { phone: wanted, phone_verified: true })
            .where('id', '=', id)
            .execute()
          if (kind === 'email' && had) {
            const words = { site: config.siteName, email: wanted }
            await messages.mail(
              {
                to: had,
                subject: say(locale, '{site}: your email was changed', words),
                text: say(locale, 'Your account on {site} has the email {email} from now on. If it was not you, tell an administrator at once.', words),
              },
              trx,
            )
          }
        })
        .catch(error => {
          throw (error as { code?: string }).code === '23505' ? taken(kind) : error
        })
    },

    async unbind({ session, ip }: Asking, kind: ContactKind, to: string | undefined, code: string) {
      const { id } = session.user
      const person = await personOf(id)
      if (!isBound(person, kind)) throw notBound()
      if (to !== undefined && !isSame(kind, to, person[kind])) throw fieldError('account.other', kind, 'Something else is bound by now. Reload the page')
      if (kind === 'email' && config.cloudHosted && !isBound(person, 'phone')) throw new ApiError('account.phoneFirst', 'Bind a phone first', 403)
      const use = await codes.check([{ ...targetOf(id, kind, person[kind]), code, field: 'token' }], ip)
      await db.transaction().execute(async trx => {
        const now = await personOf(id, trx, true)
        // The next owner of the mailbox could neither be added nor bind it: somebody would have the name.
        if (kind === 'email' && isSame('email', now.username, now.email)) throw usernameFirst()
        await use(trx)
        if (kind === 'email' && !(await hasAnotherWay(id, { email: true }, trx))) throw lastWay()
        await trx
          .updateTable('person')
          .set(kind === 'email' ? { email: '', email_verified: false } : { phone: '', phone_verified: false })
          .where('id', '=', id)
          .execute()
      })
    },

    /** Unbinds an account at a provider, unless it is the only way left to sign in. */
    async unbindIdentity(userId: string, identityId: string, remove: (on: Trx) => Promise<void>) {
      await db.transaction().execute(async trx => {
        await personOf(userId, trx, true)
        await remove(trx)
        if (!(await hasAnotherWay(userId, { identityId }, trx))) throw lastWay()
      })
    },

    async removeExpired() {
      await db.deleteFrom('account_proof').where('expires_at', '<', new Date()).execute()
    },
  }
}
