// Writes the application file of an app: its package as dev or a version has it, and what runs around it.
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { Core } from '../../core.ts'
import type { Scope } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import type { Progress } from '../foundation/progress.ts'
import type { createPackages } from '../packages/index.ts'
import type { createReleases } from '../release/index.ts'
import type { Asker } from '../data/index.ts'
import { ABOUT, APPLICATION_FORMAT, PACKAGE, type About, type Door } from './about.ts'
import { temporaryFolder } from '../../temporary.ts'

/** Where people of the app are. */
const LIVE = 'latest'
/** Settings whose value is the id of a page; pages get other ids elsewhere. */
const CUSTOM_PAGES = ['appCustomNotFoundPage', 'appCustomPermissionPage', 'appCustomLoginPage'] as const
/** Settings that mean the same everywhere. Languages and texts are in the package. */
const SETTINGS = ['guestEnabled', 'design', 'logKeptDays', 'aclByApi', 'aclManualDisabled'] as const

interface Parts {
  packages: Pick<ReturnType<typeof createPackages>, 'exportApp'>
  releases: Pick<ReturnType<typeof createReleases>, 'nextVersion'>
}

export function createApplications({ db }: Pick<Core, 'db'>, { packages, releases }: Parts) {
  async function doorsOf(scope: Scope, paths: ReadonlyMap<string, string>): Promise<Door[]> {
    const rows = await inApp(db, scope).selectFrom('entry').select(['id', 'key', 'name', 'type', 'config', 'page_id']).orderBy('sort').orderBy('id').execute()
    const [named, held] = await Promise.all([
      inApp(db, scope).selectFrom('role').select(['id', 'name']).execute(),
      rows.length
        ? db
            .selectFrom('entry_role')
            .select(['entry_id', 'role_id'])
            .where(
              'entry_id',
              'in',
              rows.map(row => row.id),
            )
            .execute()
        : [],
    ])
    return rows.map(({ id, key, name, type, config, page_id }) => ({
      key,
      name,
      type: type as Door['type'],
      config,
      page: paths.get(page_id ?? '') ?? '',
      roles: named.filter(role => held.some(one => one.entry_id === id && one.role_id === role.id)).map(role => role.name),
    }))
  }

  async function aboutOf(company: CompanyInScope, app: AppInScope, from: string): Promise<About> {
    const scope = { companyId: company.id, appId: app.id }
    const [pages, consts, { description }, version, registration] = await Promise.all([
      inApp(db, scope).selectFrom('page').select(['id', 'path']).where('path', '<>', '').execute(),
      inApp(db, scope).selectFrom('environment_const').select(['var', 'value', 'is_secret']).where('tag', '=', LIVE).orderBy('sort').orderBy('var').execute(),
      inCompany(db, company.id).selectFrom('app').select('description').where('id', '=', app.id).executeTakeFirstOrThrow(),
      from === 'dev' ? releases.nextVersion(scope) : from,
      inApp(db, scope).selectFrom('app_registration').select(['mode', 'kinds', 'approval']).executeTakeFirst(),
    ])
    const release = await inApp(db, scope)
      .selectFrom('release')
      .select('title')
      .where('version', '=', version)
      .where('status', 'in', [0, 1])
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const paths = new Map(pages.map(({ id, path }) => [id, path]))
    return {
      format: APPLICATION_FORMAT,
      formatVersion: 1,
      organisation: { key: company.key, name: company.name },
      app: { key: app.key, name: app.name, description },
      version,
      title: release?.title ?? app.name,
      consts: consts.filter(one => !one.is_secret).map(one => ({ var: one.var, value: one.value })),
      secrets: consts.filter(one => one.is_secret).map(one => one.var),
      pages: Object.fromEntries(CUSTOM_PAGES.flatMap(name => (paths.has(String(app.config[name])) ? [[name, paths.get(String(app.config[name])) ?? '']] : []))),
      settings: Object.fromEntries(SETTINGS.flatMap(name => (app.config[name] === undefined ? [] : [[name, app.config[name]]]))),
      doors: await doorsOf(scope, paths),
      ...(registration && { registration: registration as About['registration'] }),
    }
  }

  return {
    about: aboutOf,

    /** The file; it goes when the stream ends or breaks. With somebody who asks for them the rows of dev come along, as far as that person may export them. */
    async write(
      company: CompanyInScope,
      app: AppInScope,
      from: string,
      rowsFor?: Asker,
      progress?: Progress,
    ): Promise<{ name: string; version: string; size: number; stream: Readable }> {
      const about = await aboutOf(company, app, from)
      const { stream: packed } = await packages.exportApp(company, app, {
        from,
        ...(rowsFor && { rows: { asker: rowsFor, of: [] } }),
        ...(progress && { progress }),
      })
      const folder = await temporaryFolder('application')
      try {
        const path = join(folder, 'application.zip')
        const zip = new yazl.ZipFile()
        const options = { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true }
        zip.addBuffer(Buffer.from(`${JSON.stringify(about, null, 2)}\n`), ABOUT, options)
        // What is in it is packed already.
        zip.addReadStream(packed, PACKAGE, { ...options, compress: false })
        const output = zip.outputStream as Readable
        packed.on('error', error => output.destroy(error))
        zip.end()
        await pipeline(output, createWriteStream(path, { mode: 0o600 }))
        const stream = createReadStream(path)
        stream.once('close', () => void rm(folder, { recursive: true, force: true }))
        return { name: `${app.key}-${about.version}.application.zip`, version: about.version, size: (await stat(path)).size, stream }
      } catch (error) {
        packed.destroy()
        await rm(folder, { recursive: true, force: true })
        throw error
      }
    },
  }
}
