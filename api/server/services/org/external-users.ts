// Visitors: people who registered with an app without being members of its organisation.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { personFound } from '../foundation/person-words.ts'
import { inApp } from '../../store/scoped.ts'

/** How many visitors a choice offers. */
const SUGGESTED = 20

export function createExternalUsers({ db }: Pick<Core, 'db'>) {
  const base = (companyId: string, appId: string) =>
    inApp(db, { companyId, appId })
      .selectFrom('external_user')
      .innerJoin('person', 'person.id', 'external_user.user_id')
      .innerJoin('app', 'app.id', 'external_user.app_id')
  const columns = [
    'external_user.id',
    'external_user.app_id',
    'app.name as app_name',
    'person.name',
    'person.email',
    'person.phone',
    'external_user.disabled',
    'external_user.waiting',
    'external_user.created_at',
    'external_user.last_login_at',
  ] as const
  interface Row {
    id: string
    app_id: string
    app_name: string
    name: string
    nick: string
    email: string
    phone: string
    disabled: boolean
    waiting: boolean
    created_at: Date
    last_login_at: Date | null
  }
  const nick = sql<string>`coalesce(nullif(person.nick_name, ''), person.name)`.as('nick')
  const shown = (row: Row) => ({
    id: row.id,
    appId: row.app_id,
    appName: row.app_name,
    nickName: row.nick,
    email: row.email,
    phone: row.phone,
    disabled: row.disabled,
    waiting: row.waiting,
    createdAt: row.created_at.toISOString(),
    lastLoginDate: row.last_login_at?.toISOString() ?? null,
  })

  async function checkApp(companyId: string, appId: string) {
    const app = await inApp(db, { companyId, appId }).selectFrom('app').select('id').executeTakeFirst()
    if (!app) throw notFound('org.appUnknown', 'There is no such app')
  }
  const unknown = () => notFound('org.externalUserUnknown', 'There is no such visitor')

  return {
    async list(companyId: string, { appId, username = '', page, perPage }: { appId: string; username?: string; page: number; perPage: number }) {
      await checkApp(companyId, appId)
      let rows = base(companyId, appId)
      if (username.trim()) rows = rows.where(personFound(username))
      const [items, total] = await Promise.all([
        rows
          .select(columns)
          .select(nick)
          .orderBy('external_user.created_at', 'desc')
          .orderBy('external_user.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('external_user.id').limit(TOTAL_CAP + 1)),
      ])
      return { items: items.map(shown), ...total, page, perPage }
    },

    /** Visitors whom a text finds, for naming them in a role. */
    async suggest(companyId: string, appId: string, term = '') {
      let rows = base(companyId, appId).where('external_user.disabled', '=', false)
      if (term.trim()) rows = rows.where(personFound(term))
      const found = await rows
        .select(['external_user.id', 'person.email', 'person.phone', nick])
        .orderBy(sql`lower(person.name)`)
        .orderBy('external_user.id')
        .limit(SUGGESTED)
        .execute()
      return found.map(row => ({ label: `${row.nick} (${row.email || row.phone})`, value: row.id }))
    },

    async get(companyId: string, appId: string, id: string) {
      await checkApp(companyId, appId)
      const row = await base(companyId, appId).select(columns).select(nick).where('external_user.id', '=', id).executeTakeFirst()
      if (!row) throw unknown()
      return { ...shown(row), name: row.name }
    },

    async setDisabled(companyId: string, appId: string, id: string, disabled: boolean) {
      await checkApp(companyId, appId)
      await db.transaction().execute(async trx => {
        const done = await inApp(trx, { companyId, appId })
          .updateTable('external_user')
          .set({ disabled, waiting: false })
          .where('id', '=', id)
          .returning('user_id')
          .executeTakeFirst()
        if (!done) throw unknown()
        if (disabled) await trx.deleteFrom('session').where('user_id', '=', done.user_id).where('app_id', '=', appId).execute()
      })
    },

    async remove(companyId: string, appId: string, id: string) {
      await checkApp(companyId, appId)
      await db.transaction().execute(async trx => {
        const done = await inApp(trx, { companyId, appId }).deleteFrom('external_user').where('id', '=', id).returning('user_id').executeTakeFirst()
        if (!done) throw unknown()
        await trx.deleteFrom('session').where('user_id', '=', done.user_id).where('app_id', '=', appId).execute()
      })
    },
  }
}
