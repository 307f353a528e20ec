// Apps of an organisation: lists, settings, copies, the archive, deletion.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import {
  mayInApp,
  screenRight,
  splitAppUrlKey,
  type AppInScope,
  type AppRights,
  type CompanyInScope,
  type SignedIn,
  type AccessService,
} from '../foundation/access/index.ts'
import { isOpenTo } from '../foundation/access/queries.ts'
import { copyApp } from './copy.ts'
import type { createContents } from '../foundation/contents.ts'
import { CUSTOM_PAGES, type CustomPages } from './custom-pages.ts'
import type { Releasing } from '../data/index.ts'
import { asSignInPage, refusedInSignInPage } from '../signin/index.ts'
import { everywhere, inApp, inCompany } from '../../store/scoped.ts'

export interface AppFilter {
  page: number
  perPage: number
  keywords?: string
  state?: 'active' | 'archived'
  type?: number
}
export interface AppSettings extends CustomPages {
  name?: string
  logo?: string
  description?: string
}

const isAdmin = (user: SignedIn, role: CompanyInScope['role'] | null) => user.isSuper || role === 'owner' || role === 'admin'
const ONLY_ADMINS = 'Only administrators of the organisation set the sign-in page of an app'
const keyTaken = () => fieldError('app.keyTaken', 'key', 'This key is taken by another app')
const designOf = (company: CompanyInScope, key: string) => `/company/${company.key}/app/${key}-dev/design`

export function createApps(
  { db }: Pick<Core, 'db'>,
  access: Pick<AccessService, 'rightsIn'>,
  { contents, releasing }: { contents: ReturnType<typeof createContents>; releasing: Releasing },
) {
  /** The rows every list starts from: app, owner, organisation, what is published last. */
  const base = () =>
    everywhere(db, 'apps of one organisation or of all that the person belongs to; each list says which')
      .selectFrom('app')
      .innerJoin('person as owner', 'owner.id', 'app.owner_id')
      .innerJoin('company', 'company.id', 'app.company_id')
      .leftJoinLateral(
        eb =>
          eb
            .selectFrom('environment')
            .innerJoin('release', 'release.id', 'environment.release_id')
            .select(['release.version', 'release.title', 'environment.tag', 'environment.updated_at'])
            .whereRef('environment.app_id', '=', 'app.id')
            .orderBy('environment.updated_at', 'desc')
            .orderBy('environment.tag')
            .limit(1)
            .as('last'),
        join => join.onTrue(),
      )
  const columns = [
    'app.id',
    'app.key',
    'app.name',
    'app.type',
    'app.logo',
    'app.description',
    'app.state',
    'app.owner_id',
    'app.created_at',
    'app.updated_at',
    'owner.name as owner',
    'company.key as companyKey',
    'company.name as companyName',
    'last.version',
    'last.title',
    'last.tag',
    'last.updated_at as publishedAt',
  ] as const

  type Row = Awaited<ReturnType<typeof rowsOf>>[number]
  const rowsOf = (query: ReturnType<typeof base>, { page, perPage }: { page: number; perPage: number }) =>
    query
      .select(columns)
      .orderBy('app.updated_at', 'desc')
      .orderBy('app.id')
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute()

  const summary = <P>(row: Row, perms: P) => ({
    id: row.id,
    key: row.key,
    name: row.name,
    type: row.type as 1 | 2 | 3 | 4,
    logo: row.logo,
    description: row.description,
    state: row.state,
    owner: row.owner,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastPublish:
      row.version === null || row.publishedAt === null
        ? null
        : { version: row.version, title: row.title ?? '', tag: row.tag ?? '', createdAt: row.publishedAt.toISOString() },
    perms,
  })

  /** Of who manages an app: everything. */
  const ALL = { edit: true, publish: true, manage: true, delete: true }

  /** The address at which a person opens an app: its design for editors, the running app for others. */
  function opensAt({ key, state }: Pick<Row, 'key' | 'state'>, rights: AppRights | undefined): string {
    const may = (permission: string, tag: string) => !rights || mayInApp({ state, tag, rights }, permission)
    if (may('edit', 'dev')) return `${key}-dev`
    if (may('access', 'latest')) return key
    const environments = new Set([...(rights?.lists.keys() ?? [])].map(list => list.slice(0, list.indexOf(' '))))
    const tag = ['dev', ...environments].find(one => one && may('access', one))
    return tag ? `${key}-${tag}` : key
  }

  /** Listed apps with what a person may do with them; managed apps need no look at roles. */
  async function listed(user: SignedIn, rows: readonly Row[], isManager: (row: Row) => boolean) {
    const others = rows.filter(row => !isManager(row))
    const rights = await access.rightsIn(
      user.id,
      others.map(row => row.id),
    )
    return rows.map(row => {
      const found = rights.get(row.id)
      const may = (permission: string) => found !== undefined && mayInApp({ state: row.state, tag: 'dev', rights: found }, permission)
      const perms = isManager(row) ? ALL : { edit: may('edit'), publish: may('publish'), manage: false, delete: may('delete') }
      return { ...summary(row, perms), opensAt: opensAt(row, found) }
    })
  }

  /** What a person may do with an app, permission by permission. */
  const permsIn = (app: AppInScope) => {
    const may = (permission: string) => mayInApp(app, permission)
    return {
      edit: may('edit'),
      publish: may('publish'),
      manage: may('manage'),
      delete: may('delete'),
      adminRole: may('adminRole'),
      settings: may('settings'),
      releases: may('releases'),
      createRole: may('createRole'),
      resourceAcl: may('resourceAcl'),
      dataManage: may('dataManage'),
      flowManage: may('flowManage'),
      viewLog: may('viewLog'),
      sync: may('sync'),
    }
  }

  async function insert(company: CompanyInScope, user: SignedIn, app: { name: string; key: string; type: number; logo?: string; description?: string }) {
    const id = uuidv7()
    const made = await inCompany(db, company.id)
      .insertInto('app')
      .values({
        id,
        key: app.key,
        name: app.name.trim(),
        type: app.type,
        logo: app.logo ?? '',
        description: app.description ?? '',
        owner_id: user.id,
      })
      .onConflict(conflict => conflict.columns(['company_id', 'key']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw keyTaken()
    return { id, key: app.key, url: designOf(company, app.key) }
  }

  async function checkPages(scope: Scope, settings: AppSettings) {
    for (const name of CUSTOM_PAGES) {
      const id = settings[name]
      if (!id) continue
      const page = await inApp(db, scope)
        .selectFrom('page')
        .select('id')
        .where(sql`id::text`, '=', id)
        .where('kind', '=', 'page')
        .executeTakeFirst()
      if (!page) throw fieldError('app.noSuchPage', name, 'Not a page of this app')
      if (name === 'appCustomLoginPage') await checkSignInPage(scope, id)
    }
  }

  /** People type their passwords beside it, so what it is made of is limited; what is published is looked at again when it is published. */
  async function checkSignInPage(scope: Scope, id: string) {
    const page = await inApp(db, scope)
      .selectFrom('page')
      .select('body_hash')
      .where(sql`id::text`, '=', id)
      .executeTakeFirst()
    const schema = page?.body_hash && (await contents.read(scope.companyId, page.body_hash))
    const refused = schema && refusedInSignInPage(schema)
    if (refused)
      throw fieldError('app.signInPart', 'appCustomLoginPage', 'A sign-in page holds text, pictures, links and the sign-in box only, not {part} (at {path})', {
        ...refused,
      })
  }

  return {
    /** The key of an app of an organisation. */
    keyOf: async (companyId: string, id: string): Promise<string | undefined> =>
      (await inCompany(db, companyId).selectFrom('app').select('key').where('id', '=', id).executeTakeFirst())?.key,

    /** Apps of an organisation that a person may open; archived ones only for those who may manage them. */
    async list(company: CompanyInScope, user: SignedIn, filter: AppFilter) {
      const state = filter.state ?? 'active'
      const narrow = <Q extends ReturnType<typeof base>>(query: Q): Q => {
        let rows = query.where('app.company_id', '=', company.id).where('app.copy_of', 'is', null).where('app.state', '=', state)
        if (filter.type) rows = rows.where('app.type', '=', filter.type)
        if (filter.keywords?.trim()) {
          const pattern = containing(filter.keywords)
          rows = rows.where(eb => eb.or([eb('app.name', 'ilike', pattern), eb('app.key', 'ilike', pattern)]))
        }
        if (!isAdmin(user, company.role)) rows = rows.where(state === 'archived' ? eb => eb('app.owner_id', '=', user.id) : isOpenTo(user.id))
        return rows as Q
      }
      const [rows, total] = await Promise.all([
        rowsOf(narrow(base()), filter),
        cappedTotal(
          db,
          narrow(base())
            .select('app.id')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      return {
        items: await listed(user, rows, row => isAdmin(user, company.role) || row.owner_id === user.id),
        ...total,
        page: filter.page,
        perPage: filter.perPage,
      }
    },

    /** Active apps that a person may open, in all organisations of that person. */
    async listMine(user: SignedIn, { page, perPage, keywords }: Pick<AppFilter, 'page' | 'perPage' | 'keywords'>) {
      const roles = new Map(
        (
          await everywhere(db, 'what the person is in each organisation')
            .selectFrom('member')
            .select(['company_id', 'role'])
            .where('user_id', '=', user.id)
            .where('banned', '=', false)
            .execute()
        ).map(row => [row.company_id, row.role]),
      )
      if (!roles.size) return { items: [], total: 0, page, perPage }
      const run = [...roles].flatMap(([companyId, role]) => (isAdmin(user, role) ? [companyId] : []))
      const mine = () => {
        const rows = base()
          .where('app.company_id', 'in', [...roles.keys()])
          .where('app.copy_of', 'is', null)
          .where('app.state', '=', 'active')
          .$if(!user.isSuper, rows => rows.where(eb => eb.or([...(run.length ? [eb('app.company_id', 'in', run)] : []), isOpenTo(user.id)])))
        return keywords?.trim() ? rows.where(eb => eb.or([eb('app.name', 'ilike', containing(keywords)), eb('app.key', 'ilike', containing(keywords))])) : rows
      }
      const [rows, total] = await Promise.all([
        mine()
          .select([...columns, 'app.company_id'])
          .orderBy('app.updated_at', 'desc')
          .orderBy('app.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(
          db,
          mine()
            .select('app.id')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      const of = new Map(rows.map(row => [row.id, row]))
      const items = await listed(user, rows, row => row.owner_id === user.id || isAdmin(user, roles.get(of.get(row.id)?.company_id ?? '') ?? null))
      return {
        items: items.map(item => ({ ...item, companyKey: of.get(item.id)?.companyKey ?? '', companyName: of.get(item.id)?.companyName ?? '' })),
        ...total,
        page,
        perPage,
      }
    },

    create: insert,

    /** An app as its people see it; visitors learn what it is called and what they may do. */
    async get(company: CompanyInScope, app: AppInScope, user: SignedIn | undefined) {
      const [row] = await rowsOf(base().where('app.company_id', '=', company.id).where('app.id', '=', app.id), { page: 1, perPage: 1 })
      if (!row) throw new ApiError('access.unknown', 'There is no such organisation or app', 404)
      const environments = await inApp(db, { companyId: company.id, appId: app.id })
        .selectFrom('environment')
        .innerJoin('release', 'release.id', 'environment.release_id')
        .select(['environment.tag', 'release.version', 'release.title', 'environment.updated_at'])
        .orderBy('environment.tag')
        .execute()
      const { pages } = await inApp(db, { companyId: company.id, appId: app.id })
        .selectFrom('page')
        .select(eb => eb.fn.countAll<number>().as('pages'))
        .where('kind', '=', 'page')
        .executeTakeFirstOrThrow()
      const from = app.copyOf && (await inCompany(db, company.id).selectFrom('app').select(['key', 'name']).where('id', '=', app.copyOf).executeTakeFirst())
      const custom = app.config as CustomPages
      const isVisitor = !user || !(user.isSuper || company.role)
      return {
        ...summary(row, permsIn(app)),
        ...(isVisitor && { owner: '', lastPublish: null }),
        perms: { ...permsIn(app), screens: user ? screenRight({ user, company, app }) : ('none' as const) },
        companyKey: company.key,
        companyName: company.name,
        tag: app.tag,
        ...(from && { copyOf: { key: from.key, name: from.name } }),
        appCustomNotFoundPage: custom.appCustomNotFoundPage ?? '',
        appCustomPermissionPage: custom.appCustomPermissionPage ?? '',
        appCustomLoginPage: custom.appCustomLoginPage ?? '',
        maySetLoginPage: user !== undefined && isAdmin(user, company.role),
        pages: isVisitor ? 0 : pages,
        environments: (isVisitor ? [] : environments).map(e => ({ tag: e.tag, version: e.version, title: e.title, publishedAt: e.updated_at.toISOString() })),
      }
    },

    async update(company: CompanyInScope, app: AppInScope, user: SignedIn, settings: AppSettings) {
      const scope = { companyId: company.id, appId: app.id }
      const { appCustomLoginPage } = settings
      // Forms send what they were filled with, so only another page is a change.
      if (appCustomLoginPage !== undefined && appCustomLoginPage !== ((app.config as CustomPages).appCustomLoginPage ?? '') && !isAdmin(user, company.role))
        throw new ApiError('app.signInAdmins', ONLY_ADMINS, 403, { fields: { appCustomLoginPage: ONLY_ADMINS } })
      await checkPages(scope, settings)
      const custom = Object.fromEntries(CUSTOM_PAGES.filter(name => settings[name] !== undefined).map(name => [name, settings[name]]))
      await inApp(db, scope)
        .updateTable('app')
        .set({
          ...(settings.name !== undefined && { name: settings.name.trim() }),
          ...(settings.logo !== undefined && { logo: settings.logo }),
          ...(settings.description !== undefined && { description: settings.description }),
          config: sql`config || ${JSON.stringify(custom)}::jsonb`,
          updated_at: new Date(),
        })
        .execute()
    },

    /** A new app of what another holds. */
    async copy(company: CompanyInScope, source: AppInScope, user: SignedIn, named: { name: string; key: string }) {
      const id = uuidv7()
      const keepsSignIn = isAdmin(user, company.role)
      if (!(await copyApp(db, { contents, releasing }, { source, id, by: user.id, keepsSignIn, ...named }))) throw keyTaken()
      return { id, key: named.key, url: designOf(company, named.key) }
    },

    async setArchived(scope: Scope, archived: boolean) {
      const state = archived ? ('archived' as const) : ('active' as const)
      await inApp(db, scope).updateTable('app').set({ state, updated_at: new Date() }).execute()
      return state
    },

    /** Deletes an app with everything that hangs on it. */
    async remove(scope: Scope) {
      await inApp(db, scope).deleteFrom('app').execute()
    },

    /** The published page that an app shows around our sign-in box, for an address inside that app; none where it holds what it must not. */
    async loginPageFor(address: string) {
      const [, companyKey, appUrlKey] = /^\/company\/([^/?#]+)\/app\/([^/?#]+)/.exec(address) ?? []
      if (!companyKey || !appUrlKey) return null
      const { key, tag } = splitAppUrlKey(appUrlKey)
      const row = await everywhere(db, 'sign-in: the address names the organisation and the app')
        .selectFrom('app')
        .innerJoin('company', 'company.id', 'app.company_id')
        .innerJoin('page', join => join.onRef('page.app_id', '=', 'app.id').on(sql<boolean>`page.id::text = app.config->>'appCustomLoginPage'`))
        .leftJoin('environment', join => join.onRef('environment.app_id', '=', 'app.id').on('environment.tag', '=', tag))
        .leftJoin('release', 'release.id', 'environment.release_id')
        .leftJoin('manifest', join => join.onRef('manifest.app_id', '=', 'app.id').onRef('manifest.hash', '=', 'release.manifest_hash'))
        .innerJoin('body', join =>
          join
            .onRef('body.company_id', '=', 'app.company_id')
            .on('body.hash', '=', tag === 'dev' ? sql<Buffer>`page.body_hash` : sql<Buffer>`decode(manifest.entries -> page.id::text ->> 'hash', 'hex')`),
        )
        .select(['company.key as companyKey', 'company.name as companyName', 'app.key as appKey', 'app.name', 'body.content'])
        .where(eb => eb(eb.fn('lower', ['company.key']), '=', companyKey.toLowerCase()))
        .where('app.key', '=', key)
        .where('app.state', '=', 'active')
        .executeTakeFirst()
      const schema = row && asSignInPage(JSON.parse(row.content) as Record<string, unknown>)
      return schema ? { companyKey: row.companyKey, companyName: row.companyName, appKey: row.appKey, name: row.name, schema } : null
    },
  }
}
