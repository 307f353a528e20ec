// What stands between a proof and the session: who somebody from elsewhere is here, and an email or phone that has to be bound first.
import { sql } from 'kysely'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import type { Arrive } from './arrive.ts'
import { candidatesFor, maskedEmail, maskedPhone, type Candidate } from './candidates.ts'
import type { Codes, CodeTarget } from './codes.ts'
import type { Identities } from './identities.ts'
import type { Methods } from './methods.ts'
import type { Pending, Pendings } from './pending.ts'
import { rulesOf, type BindItem } from './proof.ts'

interface Parts {
  arrive: Pick<Arrive, 'createFor'>
  codes: Pick<Codes, 'send' | 'check'>
  identities: Pick<Identities, 'add'>
  methods: Pick<Methods, 'get'>
  pending: Pendings
}
interface From {
  ip: string
  locale: Locale
}
/** What was typed at /bind. */
export interface Given {
  phone?: string
  phone_token?: string
  email?: string
  email_token?: string
}
/** Who binds: somebody whose session is held back, or who is signed in. */
export type Binder = { userId: string; browser?: undefined } | { userId: string; browser: string }

const PHONE = /^1[3-9]\d{9}$/
const taken = (field: BindItem) => fieldError('bind.taken', field, 'This is bound to somebody else already')
const other = (field: BindItem) => fieldError('bind.boundAlready', field, 'Something else is bound already. Change it in your profile')

export function createBinding({ db }: Pick<Core, 'db'>, { arrive, codes, identities, methods, pending }: Parts) {
  /** Codes for who is signed in are those of the user centre. */
  const targetOf = ({ userId, browser }: Binder, kind: BindItem, to: string): CodeTarget =>
    browser ? { purpose: 'bind', holder: `${browser} ${userId}`, kind, to } : { purpose: 'account', holder: userId, kind, to }
  const choiceTarget = (waiting: Pending, browser: string, { email, phone, id }: Candidate): CodeTarget => ({
    purpose: 'bind-candidate',
    holder: `${browser} ${waiting.id} ${id}`,
    ...(email ? { kind: 'email', to: email } : { kind: 'phone', to: phone }),
  })

  async function candidateOf(waiting: Pending, userId: string) {
    const found = (await candidatesFor(waiting.proof, db)).find(({ id }) => id === userId)
    if (!found) throw fieldError('bind.noCandidate', 'user', 'Choose one of the accounts')
    return found
  }

  /** Puts it on the person; somebody else's, or a second one, is refused. */
  async function attach(userId: string, item: BindItem, to: string, trx: Trx) {
    const person = await trx.selectFrom('person').selectAll().where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
    const lower = to.toLowerCase()
    if (item === 'email') {
      if (person.email_verified && person.email && person.email.toLowerCase() !== lower) throw other(item)
      const { rows } =
        await sql`select 1 from person where id <> ${userId} and (lower(username) = ${lower} or (email <> '' and lower(email) = ${lower})) limit 1`.execute(trx)
      if (rows.length) throw taken(item)
      // Whose user name is the email goes on with the new one: the old one may become somebody else's.
      const follows = person.email !== '' && person.username.toLowerCase() === person.email.toLowerCase()
      await trx
        .updateTable('person')
        .set({ email: to, email_verified: true, ...(follows && { username: to }) })
        .where('id', '=', userId)
        .execute()
      return
    }
    if (person.phone_verified && person.phone && person.phone !== to) throw other(item)
    const { rows } = await sql`select 1 from person where id <> ${userId} and phone = ${to} and phone_verified limit 1`.execute(trx)
    if (rows.length) throw taken(item)
    await trx.updateTable('person').set({ phone: to, phone_verified: true }).where('id', '=', userId).execute()
  }

  return {
    /** A code to what shall be bound. */
    sendCode: (binder: Binder, kind: BindItem, to: string, from: From) => codes.send(targetOf(binder, kind, to), from),

    /** Binds all of `items` or nothing; `after` belongs to it. */
    async bind(binder: Binder, items: readonly BindItem[], given: Given, ip: string, after: (trx: Trx) => Promise<void> = async () => {}) {
      const wanted = { phone: given.phone?.trim() ?? '', email: given.email?.trim() ?? '' }
      const fields: Record<string, string> = {}
      if (items.includes('phone') && !PHONE.test(wanted.phone)) fields.phone = 'Please enter a valid phone number'
      if (items.includes('email') && !wanted.email) fields.email = 'Please enter a valid email'
      for (const item of items) if (!given[`${item}_token`]?.trim()) fields[`${item}_token`] = 'Please enter the verification code'
      if (Object.keys(fields).length) throw new ApiError('request.invalid', 'Check the form', 422, { fields })
      const use = await codes.check(
        items.map(item => ({ ...targetOf(binder, item, wanted[item]), code: given[`${item}_token`] ?? '', field: `${item}_token` })),
        ip,
      )
      await db
        .transaction()
        .execute(async trx => {
          await use(trx)
          for (const item of items) await attach(binder.userId, item, wanted[item], trx)
          await after(trx)
        })
        .catch(error => {
          const { code, constraint } = error as { code?: string; constraint?: string }
          throw code === '23505' ? taken(constraint === 'person_verified_phone' ? 'phone' : 'email') : error
        })
    },

    /** What the page of a waiting sign-in shows. */
    async info(waiting: Pending) {
      const { proof } = waiting
      const [found, { settings, name }] = await Promise.all([candidatesFor(proof, db), methods.get(proof.kind)])
      return {
        kind: proof.kind,
        label: name,
        name: proof.name || proof.email || proof.subject,
        users: found.map(one => ({ value: one.id, label: one.name, reach: one.email ? maskedEmail(one.email) : maskedPhone(one.phone) })),
        canCreate: rulesOf({ ...settings }).creation !== 'off',
      }
    },

    /** Sends a code to one of the candidates. */
    async choose(waiting: Pending, browser: string, userId: string, from: From) {
      const candidate = await candidateOf(waiting, userId)
      return codes.send(choiceTarget(waiting, browser, candidate), from)
    },

    /** With the candidate's code it is this person from now on. */
    async confirm(waiting: Pending, browser: string, userId: string, code: string, ip: string) {
      const candidate = await candidateOf(waiting, userId)
      const use = await codes.check([{ ...choiceTarget(waiting, browser, candidate), code, field: 'token' }], ip)
      await db.transaction().execute(async trx => {
        await use(trx)
        await pending.use(waiting.id, trx)
        await identities.add(userId, waiting.proof, trx)
        // Whoever reads the mailbox has it.
        if (candidate.email)
          await trx.updateTable('person').set({ email_verified: true }).where('id', '=', userId).where('email', '=', candidate.email).execute()
      })
    },

    /** A new person for who is none of the candidates; answers the id. */
    async create(waiting: Pending): Promise<string> {
      const rules = rulesOf({ ...(await methods.get(waiting.proof.kind)).settings })
      if (rules.creation === 'off') throw new ApiError('bind.creationOff', 'New accounts are not made here. Ask an administrator', 403)
      return db.transaction().execute(async trx => {
        await pending.use(waiting.id, trx)
        return arrive.createFor(waiting.proof, rules, trx)
      })
    },
  }
}
export type Binding = ReturnType<typeof createBinding>
