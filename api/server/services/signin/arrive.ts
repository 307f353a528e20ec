// Somebody proved to be somebody elsewhere: which person here that is, a new one where the rules make one, or a sign-in that waits for the decision.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import { safeRedirect } from '../../redirects.ts'
import type { Trx } from '../../store/database.ts'
import { candidatesFor, isShutOut } from './candidates.ts'
import type { Identities } from './identities.ts'
import type { Pendings, Waiting } from './pending.ts'
import type { Proof, Rules } from './proof.ts'
import { inCompany } from '../../store/scoped.ts'

interface Parts {
  identities: Identities
  pending: Pendings
}
/** Id of the person, or of the sign-in that waits at /bind-or-register. */
export type Arrived = { user: string } | { pending: string }

/** For whoever may not come in at all. */
export const disabled = () => new ApiError('signin.disabled', 'This account is disabled. Ask an administrator', 403)
const noAccount = () => new ApiError('signin.noAccount', 'There is no account for you here yet. Ask an administrator', 403)

export function createArrive({ db, log }: Pick<Core, 'db' | 'log'>, { identities, pending }: Parts) {
  /** One at a time for each subject, so that two tabs do not make two people of one. */
  const alone = ({ kind, issuer = '', subject }: Proof, trx: Trx) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['identity', kind, issuer, subject])}, 0))`.execute(trx)

  async function isTaken(name: string, trx: Trx) {
    const { rows } = await sql`select 1 from person where lower(username) = ${name} or (email <> '' and lower(email) = ${name}) limit 1`.execute(trx)
    return rows.length > 0
  }

  async function join(userId: string, companyKey: string, trx: Trx) {
    if (!companyKey) return
    const company = await trx
      .selectFrom('company')
      .select('id')
      .where(sql`lower(key)`, '=', companyKey.toLowerCase())
      .executeTakeFirst()
    if (!company) return log.warn({ companyKey }, 'the organisation that new people join does not exist')
    await inCompany(trx, company.id)
      .insertInto('member')
      .values({ user_id: userId, role: 'member' })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  /**
   * Makes the person that a proof is about. Only what the provider vouches for becomes the account's: an email that somebody merely says to have
   * would open the invitations of its real owner.
   */
  async function create(proof: Proof, rules: Pick<Rules, 'companyKey'>, trx: Trx): Promise<string> {
    if (await isShutOut(proof, rules.companyKey, trx)) throw disabled()
    const email = proof.emailVerified && proof.email && !(await isTaken(proof.email.toLowerCase(), trx)) ? proof.email : ''
    const isPhoneFree =
      proof.phoneVerified &&
      proof.phone &&
      !(await trx.selectFrom('person').select('id').where('phone', '=', proof.phone).where('phone_verified', '=', true).executeTakeFirst())
    const id = uuidv7()
    const plain = `${proof.kind}-${proof.subject}`.toLowerCase().slice(0, 100)
    const username = email || ((await isTaken(plain, trx)) ? `${plain}-${id.slice(-12)}` : plain)
    await trx
      .insertInto('person')
      .values({
        id,
        username,
        email,
        email_verified: email !== '',
        name: proof.name || proof.subject.slice(0, 100),
        phone: isPhoneFree ? proof.phone : '',
        phone_verified: !!isPhoneFree,
      })
      .execute()
    await identities.add(id, proof, trx)
    await join(id, rules.companyKey, trx)
    return id
  }

  /** The person whose verified email the provider vouches for as well. */
  async function byEmail(proof: Proof, trx: Trx): Promise<string | undefined> {
    if (!proof.emailVerified || !proof.email) return undefined
    const row = await trx
      .selectFrom('person')
      .select('id')
      .where(sql`lower(email)`, '=', proof.email.toLowerCase())
      .where('email_verified', '=', true)
      .executeTakeFirst()
    return row?.id
  }

  return {
    async arrive(proof: Proof, rules: Rules, { browser, redirect, providerSession }: Partial<Waiting> & Pick<Waiting, 'browser'>): Promise<Arrived> {
      const known = await identities.find(proof)
      if (known) {
        await identities.use(known.id, proof)
        return { user: known.userId }
      }
      return db.transaction().execute(async trx => {
        await alone(proof, trx)
        const meanwhile = await identities.find(proof, trx)
        if (meanwhile) return { user: meanwhile.userId }
        const linked = rules.linkByEmail ? await byEmail(proof, trx) : undefined
        if (linked) {
          await identities.add(linked, proof, trx)
          return { user: linked }
        }
        const candidates = await candidatesFor(proof, trx)
        if (!candidates.length && rules.creation === 'off') throw noAccount()
        if (!candidates.length && rules.creation === 'auto') return { user: await create(proof, rules, trx) }
        return { pending: await pending.open(proof, { browser, redirect: safeRedirect(redirect), providerSession }, trx) }
      })
    },

    /** Makes the new person that somebody asked for, unless there is one in the meantime. */
    async createFor(proof: Proof, rules: Rules, trx: Trx): Promise<string> {
      await alone(proof, trx)
      return (await identities.find(proof, trx))?.userId ?? create(proof, rules, trx)
    },
  }
}

export type Arrive = ReturnType<typeof createArrive>
