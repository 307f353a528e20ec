// Applications for organisations: anybody who is signed in may apply once at a time, a platform administrator decides, a mail tells.
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import type { SignedIn } from '../foundation/access/index.ts'
import { RESERVED_KEYS, type createCompanies } from './companies.ts'
import type { createMessages } from '../foundation/messages.ts'

export type ApplicationStatus = 'waiting' | 'approved' | 'refused'
export interface Application {
  name: string
  key?: string
  logo?: string
  ownerName: string
  phone: string
  position?: string
  remark?: string
}
/** Where links of a mail lead, and its language. */
interface From {
  origin: string
  locale: Locale
}
interface Parts {
  companies: Pick<ReturnType<typeof createCompanies>, 'add'>
  messages: Pick<ReturnType<typeof createMessages>, 'mail' | 'mailAll'>
}

const COLUMNS = [
  'a.id',
  'a.name',
  'a.key',
  'a.logo',
  'a.owner_name',
  'a.phone',
  'a.position',
  'a.remark',
  'a.status',
  'a.reason',
  'a.created_at',
  'a.decided_at',
] as const
interface Row {
  id: string
  name: string
  key: string
  logo: string
  owner_name: string
  phone: string
  position: string
  remark: string
  status: ApplicationStatus
  reason: string
  created_at: Date
  decided_at: Date | null
  company_key: string | null
}
const told = (row: Row) => ({
  id: row.id,
  name: row.name,
  key: row.key,
  logo: row.logo,
  ownerName: row.owner_name,
  phone: row.phone,
  position: row.position,
  remark: row.remark,
  status: row.status,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  companyKey: row.company_key ?? '',
})

export function createApplications({ config, db }: Pick<Core, 'config' | 'db'>, { companies, messages }: Parts) {
  async function refuseTaken(key: string, on: Db | Trx) {
    if (!key) return
    const taken = RESERVED_KEYS.has(key.toLowerCase()) || (await on.selectFrom('company').select('id').where('key', '=', key).executeTakeFirst())
    if (taken) throw fieldError('company.keyTaken', 'key', 'This key is not available')
  }

  /** Decides an application that nobody has decided; two administrators at once decide it once. */
  async function decide(id: string, by: string, values: { status: ApplicationStatus; reason?: string; company_id?: string }, trx: Trx) {
    const row = await trx
      .updateTable('company_application')
      .set({ ...values, decided_by: by, decided_at: new Date() })
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .returning(['user_id', 'name', 'locale'])
      .executeTakeFirst()
    if (row) return row
    const known = await trx.selectFrom('company_application').select('id').where('id', '=', id).executeTakeFirst()
    if (!known) throw notFound('company.applicationUnknown', 'There is no such application')
    throw new ApiError('company.applicationDecided', 'This application has been decided already', 409)
  }

  async function tell(userId: string, locale: string, subject: string, text: string, words: Record<string, string>, trx: Trx) {
    const person = await trx.selectFrom('person').select('email').where('id', '=', userId).executeTakeFirst()
    const language: Locale = locale === 'zh-CN' ? 'zh-CN' : 'en-US'
    if (person?.email) await messages.mail({ to: person.email, subject: say(language, subject, words), text: say(language, text, words) }, trx)
  }

  return {
    /** Applies, and tells the administrators of the platform by mail. */
    async submit(input: Application, user: SignedIn, { origin, locale }: From): Promise<{ id: string }> {
      const name = input.name.trim()
      if (name.length < 2) throw fieldError('company.nameShort', 'name', 'At least {limit} characters', { limit: 2 })
      const key = input.key?.trim() ?? ''
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        // One at a time, however often the button is pressed.
        await trx.selectFrom('person').select('id').where('id', '=', user.id).forUpdate().execute()
        const waiting = await trx
          .selectFrom('company_application')
          .select('id')
          .where('user_id', '=', user.id)
          .where('status', '=', 'waiting')
          .executeTakeFirst()
        if (waiting) throw new ApiError('company.applied', 'Your application is being looked at already', 409)
        await refuseTaken(key, trx)
        await trx
          .insertInto('company_application')
          .values({
            id,
            user_id: user.id,
            name,
            key,
            logo: input.logo ?? '',
            owner_name: input.ownerName.trim(),
            phone: input.phone,
            position: input.position?.trim() ?? '',
            remark: input.remark?.trim() ?? '',
            locale,
          })
          .execute()
        const supers = await trx
          .selectFrom('person')
          .select('email')
          .where('is_super', '=', true)
          .where('disabled', '=', false)
          .where('email', '!=', '')
          .limit(100)
          .execute()
        const words = { name: input.ownerName.trim(), organisation: name, site: config.siteName, link: `${origin}/platform/applications` }
        await messages.mailAll(
          supers.map(({ email }) => ({
            to: email ?? '',
            subject: say(locale, '{site}: somebody applies for an organisation', words),
            text: say(locale, '{name} applies for the organisation {organisation}. Decide at {link}', words),
          })),
          trx,
        )
      })
      return { id }
    },

    /** The latest application of a person. */
    async latest(userId: string) {
      const row = await db
        .selectFrom('company_application as a')
        .leftJoin('company', 'company.id', 'a.company_id')
        .select([...COLUMNS, 'company.key as company_key'])
        .where('a.user_id', '=', userId)
        .orderBy('a.id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ? told(row) : null
    },

    async list({ page, perPage, keywords, status }: { page: number; perPage: number; keywords?: string; status?: ApplicationStatus }) {
      let rows = db.selectFrom('company_application as a').innerJoin('person', 'person.id', 'a.user_id')
      if (status) rows = rows.where('a.status', '=', status)
      if (keywords?.trim()) {
        const pattern = containing(keywords)
        rows = rows.where(eb =>
          eb.or([eb('a.name', 'ilike', pattern), eb('a.key', 'ilike', pattern), eb('a.owner_name', 'ilike', pattern), eb('person.email', 'ilike', pattern)]),
        )
      }
      const [items, total] = await Promise.all([
        rows
          .leftJoin('company', 'company.id', 'a.company_id')
          .leftJoin('person as decider', 'decider.id', 'a.decided_by')
          .select([...COLUMNS, 'company.key as company_key', 'person.name as applicant', 'person.email', 'decider.name as decided_by_name'])
          .orderBy('a.created_at', 'desc')
          .orderBy('a.id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('a.id').limit(TOTAL_CAP + 1)),
      ])
      return {
        items: items.map(row => ({ ...told(row), applicant: row.applicant, email: row.email ?? '', decidedBy: row.decided_by_name ?? '' })),
        ...total,
        page,
        perPage,
      }
    },

    /** Makes the organisation, owned by the applicant. */
    async approve(id: string, { name, key = '' }: { name: string; key?: string }, by: string, { origin }: From): Promise<{ companyKey: string }> {
      return db.transaction().execute(async trx => {
        const row = await decide(id, by, { status: 'approved' }, trx)
        await refuseTaken(key.trim(), trx)
        const { logo } = await trx.selectFrom('company_application').select('logo').where('id', '=', id).executeTakeFirstOrThrow()
        const made = await companies.add({ name, key: key.trim() || undefined, logo, ownerId: row.user_id }, trx)
        await trx.updateTable('company_application').set({ company_id: made.id }).where('id', '=', id).execute()
        const words = { organisation: name.trim(), site: config.siteName, link: `${origin}/company/${made.key}` }
        await tell(
          row.user_id,
          row.locale,
          '{site}: your organisation is ready',
          'Your application for {organisation} was approved. Open it: {link}',
          words,
          trx,
        )
        return { companyKey: made.key }
      })
    },

    async refuse(id: string, reason: string, by: string): Promise<void> {
      await db.transaction().execute(async trx => {
        const row = await decide(id, by, { status: 'refused', reason: reason.trim() }, trx)
        const words = { organisation: row.name, site: config.siteName, reason: reason.trim() }
        await tell(row.user_id, row.locale, '{site}: your application', 'Your application for {organisation} was refused: {reason}', words, trx)
      })
    },
  }
}
