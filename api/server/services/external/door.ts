// The door of an app for people from outside: a code proves the email or phone, and opens a session for this app alone. Nothing tells who is known
// before a code has come back.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import type { Codes, CodeTarget } from '../signin/index.ts'
import { splitAppUrlKey } from '../foundation/access/index.ts'
import { settingsOf, type Kind } from './registration.ts'

interface App extends Scope {
  key: string
  name: string
  logo: string
  companyKey: string
  organisation: string
}
interface Contact {
  kind: Kind
  to: string
}
interface From {
  browser: string
  ip: string
}

const closed = () => new ApiError('external.closed', 'Nobody can sign in here from outside', 404)
const banned = () => new ApiError('external.banned', 'You may not use this app. Ask its administrators', 403)

export function createDoor({ db }: Pick<Core, 'db'>, { codes }: { codes: Pick<Codes, 'send' | 'check'> }) {
  const byAddress = everywhere(db, 'the door of an app: the address names the organisation and the app')

  /** The app of an address, while somebody can come in by its door. */
  async function appAt(companyKey: string, appUrlKey: string): Promise<App> {
    const { key } = splitAppUrlKey(appUrlKey)
    const row = await byAddress
      .selectFrom('app')
      .innerJoin('company', 'company.id', 'app.company_id')
      .leftJoin('app_registration as rule', 'rule.app_id', 'app.id')
      .select([
        'app.id as appId',
        'app.company_id as companyId',
        'app.key',
        'app.name',
        'app.logo',
        'company.key as companyKey',
        'company.name as organisation',
      ])
      .where(sql<boolean>`lower(company.key) = ${companyKey.toLowerCase()}`)
      .where('app.key', '=', key)
      .where('app.state', '=', 'active')
      .where(sql<boolean>`(coalesce(rule.mode, 'off') <> 'off' or exists (select from external_user x where x.app_id = app.id))`)
      .executeTakeFirst()
    if (!row) throw closed()
    return row
  }

  const targetOf = ({ appId }: Scope, { kind, to }: Contact, browser: string): CodeTarget => ({ purpose: `external ${appId}`, holder: browser, kind, to })

  /** Whose email or phone this is; it has been proved, or is asked about after the answer has gone. */
  async function personBy({ kind, to }: Contact, on: Trx | typeof db) {
    const { rows } = await sql<{ id: string; disabled: boolean }>`
      select id, disabled from person
      where stands_for is null and ${kind === 'email' ? sql`email <> '' and lower(email) = ${to.toLowerCase()}` : sql`phone_verified and phone = ${to}`}
      order by id limit 1`.execute(on)
    return rows[0]
  }

  const invitationOf = (app: Scope, { kind, to }: Contact, on: Trx | typeof db) =>
    inApp(on, app)
      .selectFrom('external_invitation')
      .select(['id', 'name'])
      .where('kind', '=', kind)
      .where(sql<boolean>`lower(contact) = ${to.toLowerCase()}`)
      .where('expires_at', '>', new Date())
      .executeTakeFirst()

  async function visitorOf(app: Scope, userId: string, on: Trx | typeof db) {
    return inApp(on, app).selectFrom('external_user').select(['id', 'disabled', 'waiting']).where('user_id', '=', userId).executeTakeFirst()
  }

  async function newPerson({ kind, to }: Contact, name: string, trx: Trx): Promise<string> {
    const id = uuidv7()
    const taken =
      kind === 'email' &&
      (await trx
        .selectFrom('person')
        .select('id')
        .where(sql<boolean>`lower(username) = ${to.toLowerCase()}`)
        .executeTakeFirst())
    await trx
      .insertInto('person')
      .values({
        id,
        username: kind === 'email' && !taken ? to : `external-${id}`,
        name,
        email: kind === 'email' ? to : '',
        email_verified: kind === 'email',
        phone: kind === 'phone' ? to : '',
        phone_verified: kind === 'phone',
        is_external: true,
      })
      .execute()
    return id
  }

  return {
    async get(companyKey: string, key: string) {
      const app = await appAt(companyKey, key)
      const { mode, kinds, approval } = await settingsOf(app, db)
      return { app: { key: app.key, name: app.name, logo: app.logo }, organisation: app.organisation, canRegister: mode === 'open', kinds, approval }
    },

    /** The door of the app that somebody is on the way to; null where there is none. */
    async at(address: string) {
      const [, companyKey, appUrlKey] = /^\/company\/([\w-]+)\/app\/([\w-]+)/.exec(address) ?? []
      const app = companyKey && appUrlKey && (await appAt(companyKey, appUrlKey).catch(() => undefined))
      return app ? { name: app.name, address: `/external/${app.companyKey}/${app.key}` } : null
    },

    /** Sends a code where somebody may come in with it; the answer is the same for everybody. */
    async sendCode(companyKey: string, key: string, contact: Contact, { browser, ip, locale }: From & { locale: Locale }) {
      const app = await appAt(companyKey, key)
      return codes.send(targetOf(app, contact, browser), {
        ip,
        locale,
        laterIsReal: async () => {
          if ((await settingsOf(app, db)).mode === 'open' || (await invitationOf(app, contact, db))) return true
          const person = await personBy(contact, db)
          return !!person && !!(await visitorOf(app, person.id, db))
        },
      })
    },

    /** Whoever proved the email or phone comes in, registers, or is told to wait. */
    async enter(companyKey: string, key: string, { token, name = '', ...contact }: Contact & { token: string; name?: string }, { browser, ip }: From) {
      const app = await appAt(companyKey, key)
      const use = await codes.check([{ ...targetOf(app, contact, browser), code: token, field: 'token' }], ip)
      return db.transaction().execute(async trx => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`external ${app.appId} ${contact.kind} ${contact.to.toLowerCase()}`}, 0))`.execute(trx)
        const settings = await settingsOf(app, trx)
        const person = await personBy(contact, trx)
        if (person?.disabled) throw banned()
        const there = person && (await visitorOf(app, person.id, trx))
        const invitation = there ? undefined : await invitationOf(app, contact, trx)
        if (!there && settings.mode !== 'open' && !(invitation && settings.mode === 'invite')) throw closed()
        if (there?.disabled && !there.waiting) throw banned()
        const called = name.trim() || invitation?.name || ''
        // The code stays good for the second try.
        if (!person && !called) throw fieldError('external.nameMissing', 'name', 'Please enter your name')
        await use(trx)
        const userId = person?.id ?? (await newPerson(contact, called, trx))
        const isWaiting = there ? there.waiting : settings.approval && !invitation
        if (!there) {
          await inApp(trx, app).insertInto('external_user').values({ id: uuidv7(), user_id: userId, waiting: isWaiting, disabled: isWaiting }).execute()
          if (invitation) await inApp(trx, app).deleteFrom('external_invitation').where('id', '=', invitation.id).execute()
        }
        if (!isWaiting) await inApp(trx, app).updateTable('external_user').set({ last_login_at: new Date() }).where('user_id', '=', userId).execute()
        return { userId, appId: app.appId, isWaiting, redirect: `/company/${app.companyKey}/app/${app.key}` }
      })
    },
  }
}
