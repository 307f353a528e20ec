// An installation that runs one application: puts it in at the first start, and a newer file in its place at a later one, with the rows that are there.
import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { StartError } from '../../database/start-error.ts'
import { ApiError } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { everywhere, inApp, inCompany } from '../../store/scoped.ts'
import type { createApps } from '../app/index.ts'
import type { createFirstOrganisation } from '../company/index.ts'
import type { Data } from '../data/index.ts'
import type { createPeople } from '../foundation/people.ts'
import type { createSettings } from '../foundation/settings.ts'
import { UPDATE_SECTIONS, type createPackages } from '../packages/index.ts'
import type { createReleases } from '../release/index.ts'
import type { createInstallation } from '../setup/index.ts'
import type { About } from './about.ts'
import { withPackageOf } from './open.ts'

const LIVE = 'latest'
const KEY = 'standalone'
/** Any number, the same in every process: one of them puts the application in. */
const LOCK = 7_301_044

/** What is installed; without `sha256` it is on its way. */
interface Kept {
  appId: string
  sha256?: string
  version?: string
}
interface Parts {
  apps: Pick<ReturnType<typeof createApps>, 'remove'>
  data: { sources: Pick<Data['sources'], 'list' | 'update'> }
  firstOrganisation: ReturnType<typeof createFirstOrganisation>
  installation: Pick<ReturnType<typeof createInstallation>, 'step'>
  packages: Pick<ReturnType<typeof createPackages>, 'installAs' | 'update' | 'placeThemesOf' | 'placeLogoOf'>
  people: Pick<ReturnType<typeof createPeople>, 'setPassword'>
  releases: Pick<ReturnType<typeof createReleases>, 'plan' | 'publishFirst' | 'get'>
  settings: ReturnType<typeof createSettings>
}

const sentence = (error: unknown) =>
  error instanceof ApiError
    ? Object.entries(error.more.values ?? {}).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, String(value)), error.english)
    : String((error as Error).message)

export function createSettle(
  { config, db, pool, log }: Pick<Core, 'config' | 'db' | 'pool' | 'log'>,
  { apps, data, firstOrganisation, installation, packages, people, releases, settings }: Parts,
) {
  const { standalone } = config

  const owner = () =>
    everywhere(db, 'the one organisation of an application')
      .selectFrom('company')
      .select(['id', 'key', 'owner_id'])
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()

  /** Pages have other ids here: settings and doors find theirs by path. */
  async function around(scope: Scope, about: About, trx: Trx) {
    const pages = await inApp(trx, scope).selectFrom('page').select(['id', 'path']).where('path', '<>', '').execute()
    const ids = new Map(pages.map(({ id, path }) => [path, id]))
    const custom = Object.fromEntries(Object.entries(about.pages).map(([setting, path]) => [setting, ids.get(path) ?? '']))
    await inApp(trx, scope)
      .updateTable('app')
      .set({
        name: about.app.name,
        description: about.app.description,
        config: sql`config || ${JSON.stringify({ ...about.settings, ...custom })}::jsonb`,
        updated_at: new Date(),
      })
      .execute()
    if (about.registration) {
      const { mode, kinds, approval } = about.registration
      const set = { mode, kinds, approval }
      await inApp(trx, scope)
        .insertInto('app_registration')
        .values(set)
        .onConflict(conflict => conflict.column('app_id').doUpdateSet(set))
        .execute()
    }
    const roles = await inApp(trx, scope).selectFrom('role').select(['id', 'name']).execute()
    await inApp(trx, scope).deleteFrom('entry').execute()
    for (const [sort, door] of about.doors.entries()) {
      const id = uuidv7()
      await inApp(trx, scope)
        .insertInto('entry')
        .values({ id, key: door.key, name: door.name, type: door.type, page_id: ids.get(door.page) ?? null, config: JSON.stringify(door.config), sort })
        .execute()
      const held = roles.filter(role => door.roles.includes(role.name))
      if (held.length)
        await trx
          .insertInto('entry_role')
          .values(held.map(role => ({ entry_id: id, role_id: role.id })))
          .execute()
    }
  }

  /** Databases of others are found where the environment says: SOURCE_<KEY> holds an address. */
  async function connect(scope: Scope) {
    for (const { id, key, name, dialect } of await data.sources.list({ ...scope, tag: LIVE })) {
      if (dialect === 'builtin') continue
      const variable = `SOURCE_${key.toUpperCase().replace(/\W/g, '_')}`
      const address = process.env[variable]
      if (!address) continue
      if (!URL.canParse(address)) throw new StartError(`${variable} is no address such as ${dialect}://user:password@host/database`)
      const url = new URL(address)
      const given = {
        host: url.hostname,
        ...(url.port && { port: Number(url.port) }),
        database: decodeURIComponent(url.pathname.slice(1)),
        username: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
      }
      await data.sources.update({ ...scope, tag: LIVE }, id, { name, ...given })
    }
  }

  /** The models here whose rows a package brought into dev. */
  async function modelsWith(scope: Scope, rows: readonly { source: string; model: string; count: number }[]): Promise<string[]> {
    const models = await inApp(db, scope)
      .selectFrom('data_model')
      .innerJoin('data_source', 'data_source.id', 'data_model.source_id')
      .select(['data_model.id', 'data_model.key', 'data_source.key as source'])
      .execute()
    return models.filter(({ key, source }) => rows.some(one => one.model === key && one.source === source && one.count)).map(({ id }) => id)
  }

  async function publish(company: { id: string; key: string; owner_id: string }, appId: string, about: About, rows: string[] = []) {
    const scope = { companyId: company.id, appId }
    const row = await inApp(db, scope).selectFrom('app').select(['key', 'config']).executeTakeFirstOrThrow()
    const app = { id: appId, ...row }
    const { plan } = await releases.plan(company, app, { tag: LIVE, from: 'dev', mode: 1 })
    const languages = (row.config.languages as string[] | undefined) ?? []
    const { version, title, consts } = about
    const wish = {
      title,
      tag: LIVE,
      from: 'dev',
      mode: 1 as const,
      consts,
      languages,
      standalone: true,
      confirmLoss: config.confirmLoss,
      ...(plan && { planHash: plan.hash }),
      ...(rows.length && { rows }),
    }
    let release = await releases.publishFirst(company, app, company.owner_id, { ...wish, version }).catch((error: unknown) => {
      // The file was made anew under the same number, as from dev it may be.
      if (!(error instanceof ApiError) || error.code !== 'release.versionTaken') throw error
      return releases.publishFirst(company, app, company.owner_id, wish)
    })
    while (release.status === 2 || release.rows?.state === 'working') {
      await wait(500)
      release = await releases.get(scope, company, app, release.id, 'en-US')
    }
    if (release.status !== 1) throw new Error(release.task?.reason || 'the application was not published')
  }

  async function install(company: { id: string; key: string; owner_id: string }, about: About, path: string): Promise<string> {
    const made = await packages.installAs(
      path,
      { name: about.app.name, key: about.app.key, fileName: 'the application' },
      { companyId: company.id, ownerId: company.owner_id },
    )
    const scope = { companyId: company.id, appId: made.appId }
    try {
      await db.transaction().execute(trx => around(scope, about, trx))
      await connect(scope)
      await publish(company, made.appId, about, await modelsWith(scope, made.rows))
      return made.appId
    } catch (error) {
      await apps.remove(scope)
      throw error
    }
  }

  async function update(company: { id: string; key: string; owner_id: string }, appId: string, about: About, path: string) {
    const scope = { companyId: company.id, appId }
    const by = { may: async () => true, note: about.version, locale: 'en-US' as const }
    await packages
      .update(scope, company.owner_id, { name: about.version, path, password: undefined }, { sections: [...UPDATE_SECTIONS], removesOld: true }, by)
      .catch((error: unknown) => {
        // What the last start had taken over before it was stopped.
        if (!(error instanceof ApiError) || error.code !== 'merge.nothing') throw error
      })
    await packages.placeThemesOf(scope, company.owner_id, path)
    await packages.placeLogoOf(scope, company.owner_id, path)
    await db.transaction().execute(trx => around(scope, about, trx))
    await connect(scope)
    await publish(company, appId, about)
  }

  /** The first administrator, where the environment names one. */
  async function found(about: Pick<About, 'organisation'>) {
    if (!config.adminEmail) return
    if ((await installation.step()) !== '/install-org') return
    if (!/^[^@\s]+@[^@\s]+$/.test(config.adminEmail)) throw new StartError(`ADMIN_EMAIL: “${config.adminEmail}” is no email`)
    // As a new password in the console has to be.
    const { length } = config.adminPassword
    if (length && (length < 8 || length > 128)) throw new StartError('ADMIN_PASSWORD: use 8 to 128 characters')
    const input = { email: config.adminEmail, name: about.organisation.name, key: about.organisation.key }
    const id = await firstOrganisation.install(input, { origin: config.publicUrl || `http://${config.host}:${config.port}`, locale: 'en-US' })
    if (config.adminPassword) await people.setPassword(id, config.adminPassword)
  }

  async function settle() {
    if (!standalone) return
    const company = await owner()
    if (!company) return
    const kept = await settings.get<Kept>(KEY)
    if (kept?.sha256 === standalone.sha256) return
    await withPackageOf(standalone.file, async (about, path) => {
      log.info({ version: about.version }, kept ? 'puts a newer version of the application in place' : 'puts the application in place')
      // A start that was stopped in the middle has left the app there.
      const there = inCompany(db, company.id).selectFrom('app').select('id').where('key', '=', standalone.app.key)
      const appId = kept?.appId ?? (await there.executeTakeFirst())?.id
      if (appId) await update(company, appId, about, path)
      const id = appId ?? (await install(company, about, path))
      await settings.set(KEY, { appId: id, sha256: standalone.sha256, version: about.version } satisfies Kept)
      if (about.secrets.length) log.warn({ names: about.secrets }, 'secret variables of the application have no value until an administrator gives them one')
    })
  }

  /** One process at a time; the others find it done. */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const client = await pool.connect()
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK])
      return await work()
    } finally {
      await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
      client.release()
    }
  }

  return {
    /** At the start. What stops the first version stops the start; a newer one that cannot take its place leaves the old one running, and the log says why. */
    async start() {
      if (!standalone) return
      if (!['', '/install-org'].includes(await installation.step())) return
      await alone(async () => {
        await found({ organisation: standalone.company })
        const isThere = !!(await settings.get<Kept>(KEY))
        await settle().catch((error: unknown) => {
          if (!isThere) throw error instanceof ApiError ? new StartError(`The application cannot be installed: ${sentence(error)}`) : error
          log.error({ err: error }, `version ${standalone.version} of the application is not in place, the one before goes on: ${sentence(error)}`)
          console.error(`Version ${standalone.version} is not in place, the one before goes on: ${sentence(error)}`)
        })
      })
    },

    /** Once the setup page has made the administrator. */
    now: () => alone(settle),
  }
}
