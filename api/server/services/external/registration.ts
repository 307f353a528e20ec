// Who may register with an app, whom its administrators invited, and who is in: administrators of the app decide.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { fieldError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import { inApp } from '../../store/scoped.ts'
import type { createMessages } from '../foundation/messages.ts'
import { personFound } from '../foundation/person-words.ts'

export type Kind = 'email' | 'phone'
export type Mode = 'off' | 'invite' | 'open'
export interface Settings {
  mode: Mode
  kinds: Kind[]
  approval: boolean
}

/** How long somebody who was invited may take. */
const INVITATION_DAYS = 30
const AT_FIRST: Settings = { mode: 'off', kinds: ['email'], approval: false }

export async function settingsOf(scope: Scope, on: Db | Trx): Promise<Settings> {
  const row = await inApp(on, scope).selectFrom('app_registration').select(['mode', 'kinds', 'approval']).executeTakeFirst()
  return row ? { mode: row.mode as Mode, kinds: row.kinds as Kind[], approval: row.approval } : AT_FIRST
}

const unknown = () => notFound('external.unknown', 'There is no such external user')

interface Invite {
  kind: Kind
  to: string
  name: string
}
interface From {
  name: string
  /** The app as people see it, and where its external users sign in. */
  app: string
  door: string
  locale: Locale
}

export function createRegistration(
  { config, db }: Pick<Core, 'config' | 'db'>,
  { messages }: { messages: Pick<ReturnType<typeof createMessages>, 'mail' | 'sms' | 'delivers'> },
) {
  const nick = sql<string>`coalesce(nullif(person.nick_name, ''), person.name)`

  return {
    async settings(scope: Scope) {
      const [settings, invited, opens] = await Promise.all([
        settingsOf(scope, db),
        inApp(db, scope)
          .selectFrom('external_invitation')
          .select(['id', 'kind', 'contact', 'name', 'created_at', 'expires_at'])
          .orderBy('created_at', 'desc')
          .limit(200)
          .execute(),
        inApp(db, scope)
          .selectFrom('permission_list')
          .innerJoin('role', 'role.app_id', 'permission_list.app_id')
          .select('role.id')
          .where('permission_list.list', '=', 'read')
          .where('role.type', '=', 1)
          .where('role.built_in', 'is distinct from', 'guest')
          .where(sql<boolean>`role.id = any (permission_list.roles)`)
          .executeTakeFirst(),
      ])
      const invitations = invited.map(row => ({
        id: row.id,
        kind: row.kind as Kind,
        to: row.contact,
        name: row.name,
        createdAt: row.created_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
      }))
      return { ...settings, invitations, mayOpen: !!opens, delivers: messages.delivers }
    },

    async save(scope: Scope, { mode, kinds, approval }: Settings) {
      const values = { mode, kinds: [...new Set(kinds)], approval }
      await inApp(db, scope)
        .insertInto('app_registration')
        .values(values)
        .onConflict(conflict => conflict.column('app_id').doUpdateSet(values))
        .execute()
    },

    /** Lets somebody register, and tells that person. Whether the email or phone is known here makes no difference. */
    async invite(scope: Scope, { kind, to, name }: Invite, from: From) {
      const { mode, kinds } = await settingsOf(scope, db)
      if (mode === 'off') throw fieldError('external.off', 'to', 'Nobody can register with this app. Change that first')
      if (!kinds.includes(kind)) throw fieldError('external.otherKind', 'to', 'People confirm something else with this app')
      const expires_at = new Date(Date.now() + INVITATION_DAYS * 86_400_000)
      await db.transaction().execute(async trx => {
        await sql`delete from external_invitation where app_id = ${scope.appId} and kind = ${kind} and lower(contact) = ${to.toLowerCase()}`.execute(trx)
        await inApp(trx, scope).insertInto('external_invitation').values({ id: uuidv7(), kind, contact: to, name, expires_at }).execute()
        const words = { name: from.name, app: from.app, site: config.siteName, to, link: from.door }
        const text = say(from.locale, '{name} invites you to {app}. Open {link} and confirm {to}', words)
        if (kind === 'phone') await messages.sms({ to, text }, trx)
        else await messages.mail({ to, subject: say(from.locale, '{app}: you are invited', words), text }, trx)
      })
      return { isSent: messages.delivers[kind === 'phone' ? 'sms' : 'mail'], link: from.door }
    },

    async withdraw(scope: Scope, id: string) {
      const done = await inApp(db, scope).deleteFrom('external_invitation').where('id', '=', id).returning('id').executeTakeFirst()
      if (!done) throw notFound('external.invitationUnknown', 'There is no such invitation')
    },

    async list(scope: Scope, { keywords = '', state, page, perPage }: { keywords?: string; state?: State; page: number; perPage: number }) {
      let rows = inApp(db, scope).selectFrom('external_user').innerJoin('person', 'person.id', 'external_user.user_id')
      if (keywords.trim()) rows = rows.where(personFound(keywords))
      if (state === 'waiting') rows = rows.where('external_user.waiting', '=', true)
      if (state === 'banned') rows = rows.where('external_user.disabled', '=', true).where('external_user.waiting', '=', false)
      if (state === 'active') rows = rows.where('external_user.disabled', '=', false)
      const [items, total] = await Promise.all([
        rows
          .select(['external_user.id', 'person.email', 'person.phone', 'external_user.disabled', 'external_user.waiting'])
          .select(['external_user.created_at', 'external_user.last_login_at', nick.as('nick')])
          .orderBy('external_user.waiting', 'desc')
          .orderBy('external_user.created_at', 'desc')
          .orderBy('external_user.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('external_user.id').limit(TOTAL_CAP + 1)),
      ])
      const shown = items.map(row => ({
        id: row.id,
        name: row.nick,
        email: row.email,
        phone: row.phone,
        state: stateOf(row),
        createdAt: row.created_at.toISOString(),
        lastLoginDate: row.last_login_at?.toISOString() ?? null,
      }))
      return { items: shown, ...total, page, perPage }
    },

    /** Lets somebody in, for the first time or again, or keeps that person out from now on. */
    async setActive(scope: Scope, id: string, isActive: boolean) {
      await db.transaction().execute(async trx => {
        const row = await inApp(trx, scope)
          .updateTable('external_user')
          .set({ disabled: !isActive, waiting: false })
          .where('id', '=', id)
          .returning('user_id')
          .executeTakeFirst()
        if (!row) throw unknown()
        if (!isActive) await trx.deleteFrom('session').where('user_id', '=', row.user_id).where('app_id', '=', scope.appId).execute()
      })
    },
  }
}

export type State = 'active' | 'waiting' | 'banned'
export const stateOf = ({ disabled, waiting }: { disabled: boolean; waiting: boolean }): State => (waiting ? 'waiting' : disabled ? 'banned' : 'active')
