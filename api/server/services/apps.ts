// Apps of an organisation: lists, settings, copies, the archive, deletion.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../core.ts'
import { ApiError, fieldError } from '../errors.ts'
import type { Scope } from '../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../store/paging.ts'
import { mayInApp, screenRight, splitAppUrlKey, type AppInScope, type CompanyInScope, type SignedIn, type AccessService } from './access.ts'
import { copyPermissions } from './permission/copy.ts'

export interface AppFilter {
  page: number
  perPage: number
  keywords?: string
  state?: 'active' | 'archived'
  type?: number
}
export const CUSTOM_PAGES = ['appCustomNotFoundPage', 'appCustomPermissionPage', 'appCustomLoginPage'] as const
type CustomPages = { [K in (typeof CUSTOM_PAGES)[number]]?: string }
export interface AppSettings extends CustomPages {
  name?: string
  logo?: string
  description?: string
}

const isAdmin = (user: SignedIn, role: CompanyInScope['role'] | null) => user.isSuper || role === 'owner' || role === 'admin'
const keyTaken = () => fieldError('app.keyTaken', 'key', 'This key is taken by another app')
const designOf = (company: CompanyInScope, key: string) => `/company/${company.key}/app/${key}-dev/design`

export function createApps({ db }: Pick<Core, 'db'>, access: Pick<AccessService, 'rightsIn'>) {
  /** The rows every list starts from: app, owner, organisation, what is published last. */
  const base = () =>
    db
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

  const summary = (row: Row, perms: { edit: boolean; publish: boolean; manage: boolean }) => ({
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

  const mayAll = (may: boolean) => ({ edit: may, publish: may, manage: may })

  /** What a person may do with listed apps; those he manages need no look at roles. */
  async function permsOf(
    user: SignedIn,
    rows: readonly { id: string; state: 'active' | 'archived'; owner_id: string }[],
    isManager: (row: { id: string; owner_id: string }) => boolean,
  ) {
    const others = rows.filter(row => !isManager(row))
    const rights = await access.rightsIn(
      user.id,
      others.map(row => row.id),
    )
    return new Map(
      others.map(({ id, state }) => {
        const found = rights.get(id)
        const may = (permission: string) => found !== undefined && mayInApp({ state, tag: 'dev', rights: found }, permission)
        return [id, { edit: may('edit'), publish: may('publish'), manage: false }]
      }),
    )
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
    const made = await db
      .insertInto('app')
      .values({
        id,
        company_id: company.id,
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
      const page = await db
        .selectFrom('page')
        .select('id')
        .where('company_id', '=', scope.companyId)
        .where('app_id', '=', scope.appId)
        .where(sql`id::text`, '=', id)
        .where('kind', '=', 'page')
        .executeTakeFirst()
      if (!page) throw fieldError('app.noSuchPage', name, 'Not a page of this app')
    }
  }

  return {
    /** The key of an app of an organisation. */
    keyOf: async (companyId: string, id: string): Promise<string | undefined> =>
      (await db.selectFrom('app').select('key').where('company_id', '=', companyId).where('id', '=', id).executeTakeFirst())?.key,

    /** Apps of an organisation; archived ones only for those who may manage them. */
    async list(company: CompanyInScope, user: SignedIn, filter: AppFilter) {
      const state = filter.state ?? 'active'
      const narrow = <Q extends ReturnType<typeof base>>(query: Q): Q => {
        let rows = query.where('app.company_id', '=', company.id).where('app.state', '=', state)
        if (filter.type) rows = rows.where('app.type', '=', filter.type)
        if (filter.keywords?.trim()) {
          const pattern = containing(filter.keywords)
          rows = rows.where(eb => eb.or([eb('app.name', 'ilike', pattern), eb('app.key', 'ilike', pattern)]))
        }
        if (state === 'archived' && !isAdmin(user, company.role)) rows = rows.where('app.owner_id', '=', user.id)
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
      const perms = await permsOf(user, rows, row => isAdmin(user, company.role) || row.owner_id === user.id)
      return {
        items: rows.map(row => summary(row, perms.get(row.id) ?? mayAll(true))),
        ...total,
        page: filter.page,
        perPage: filter.perPage,
      }
    },

    /** Active apps of all organisations of a person. */
    async listMine(user: SignedIn, { page, perPage, keywords }: Pick<AppFilter, 'page' | 'perPage' | 'keywords'>) {
      const roles = new Map(
        (await db.selectFrom('member').select(['company_id', 'role']).where('user_id', '=', user.id).where('banned', '=', false).execute()).map(row => [
          row.company_id,
          row.role,
        ]),
      )
      if (!roles.size) return { items: [], total: 0, page, perPage }
      const mine = () => {
        const rows = base()
          .where('app.company_id', 'in', [...roles.keys()])
          .where('app.state', '=', 'active')
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
      const companyOf = new Map(rows.map(row => [row.id, row.company_id]))
      const perms = await permsOf(user, rows, row => row.owner_id === user.id || isAdmin(user, roles.get(companyOf.get(row.id) ?? '') ?? null))
      return {
        items: rows.map(row => ({
          ...summary(row, perms.get(row.id) ?? mayAll(true)),
          companyKey: row.companyKey,
          companyName: row.companyName,
        })),
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
      const environments = await db
        .selectFrom('environment')
        .innerJoin('release', 'release.id', 'environment.release_id')
        .select(['environment.tag', 'release.version', 'release.title', 'environment.updated_at'])
        .where('environment.company_id', '=', company.id)
        .where('environment.app_id', '=', app.id)
        .orderBy('environment.tag')
        .execute()
      const { pages } = await db
        .selectFrom('page')
        .select(eb => eb.fn.countAll<number>().as('pages'))
        .where('company_id', '=', company.id)
        .where('app_id', '=', app.id)
        .where('kind', '=', 'page')
        .executeTakeFirstOrThrow()
      const custom = app.config as CustomPages
      const isVisitor = !user || !(user.isSuper || company.role)
      return {
        ...summary(row, permsIn(app)),
        ...(isVisitor && { owner: '', lastPublish: null }),
        perms: { ...permsIn(app), screens: user ? screenRight({ user, company, app }) : ('none' as const) },
        companyKey: company.key,
        companyName: company.name,
        tag: app.tag,
        appCustomNotFoundPage: custom.appCustomNotFoundPage ?? '',
        appCustomPermissionPage: custom.appCustomPermissionPage ?? '',
        appCustomLoginPage: custom.appCustomLoginPage ?? '',
        pages: isVisitor ? 0 : pages,
        environments: (isVisitor ? [] : environments).map(e => ({ tag: e.tag, version: e.version, title: e.title, publishedAt: e.updated_at.toISOString() })),
      }
    },

    async update(scope: Scope, settings: AppSettings) {
      await checkPages(scope, settings)
      const custom = Object.fromEntries(CUSTOM_PAGES.filter(name => settings[name] !== undefined).map(name => [name, settings[name]]))
      await db
        .updateTable('app')
        .set({
          ...(settings.name !== undefined && { name: settings.name.trim() }),
          ...(settings.logo !== undefined && { logo: settings.logo }),
          ...(settings.description !== undefined && { description: settings.description }),
          config: sql`config || ${JSON.stringify(custom)}::jsonb`,
          updated_at: new Date(),
        })
        .where('company_id', '=', scope.companyId)
        .where('id', '=', scope.appId)
        .execute()
    },

    /** A new app with the saved pages, roles and permissions of another; drafts, versions and releases stay behind. */
    async copy(company: CompanyInScope, source: AppInScope, user: SignedIn, { name, key }: { name: string; key: string }) {
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        // The source row is locked, so that the copy holds one state of it.
        const app = await trx
          .selectFrom('app')
          .selectAll()
          .where('company_id', '=', company.id)
          .where('id', '=', source.id)
          .forShare()
          .executeTakeFirstOrThrow()
        const pages = await trx
          .selectFrom('page')
          .select('id')
          .where('company_id', '=', company.id)
          .where('app_id', '=', source.id)
          .orderBy('sort')
          .orderBy('id')
          .execute()
        const newIds = new Map(pages.map(page => [page.id, uuidv7()]))
        const config = { ...app.config }
        for (const field of CUSTOM_PAGES) if (typeof config[field] === 'string' && config[field]) config[field] = newIds.get(config[field]) ?? ''
        const made = await trx
          .insertInto('app')
          .values({
            id,
            company_id: company.id,
            key,
            name: name.trim(),
            type: app.type,
            logo: app.logo,
            description: app.description,
            config: JSON.stringify(config),
            owner_id: user.id,
          })
          .onConflict(conflict => conflict.columns(['company_id', 'key']).doNothing())
          .returning('id')
          .executeTakeFirst()
        if (!made) throw keyTaken()
        const permissions = () => copyPermissions(trx, { companyId: company.id, from: source.id, to: id, pages: newIds, by: user.id })
        if (!newIds.size) return permissions()
        // One statement, since a page may name a parent that is inserted after it.
        await sql`
          with ids as (select * from unnest(${[...newIds.keys()]}::uuid[], ${[...newIds.values()]}::uuid[]) as t (old_id, new_id)),
          copied as (
            insert into page (id, company_id, app_id, parent_id, kind, name, path, icon, link, visible, sort, body_hash, updated_by, owner_id)
            select ids.new_id, page.company_id, ${id}, parent.new_id, kind, name, path, icon, link, visible, sort, body_hash, ${user.id}, ${user.id}
            from page join ids on ids.old_id = page.id left join ids as parent on parent.old_id = page.parent_id
            where page.company_id = ${company.id} and page.app_id = ${source.id}
            returning id, name, body_hash
          )
          insert into page_version (page_id, version, company_id, app_id, name, body_hash, created_by)
          select id, 1, ${company.id}, ${id}, name, body_hash, ${user.id} from copied where body_hash is not null`.execute(trx)
        await permissions()
      })
      return { id, key, url: designOf(company, key) }
    },

    async setArchived(scope: Scope, archived: boolean) {
      const state = archived ? ('archived' as const) : ('active' as const)
      await db.updateTable('app').set({ state, updated_at: new Date() }).where('company_id', '=', scope.companyId).where('id', '=', scope.appId).execute()
      return state
    },

    /** Deletes an app with everything that hangs on it. */
    async remove(scope: Scope) {
      await db.deleteFrom('app').where('company_id', '=', scope.companyId).where('id', '=', scope.appId).execute()
    },

    /** The published page that an app shows instead of our sign-in page, for an address inside that app. */
    async loginPageFor(address: string) {
      const [, companyKey, appUrlKey] = /^\/company\/([^/?#]+)\/app\/([^/?#]+)/.exec(address) ?? []
      if (!companyKey || !appUrlKey) return null
      const { key, tag } = splitAppUrlKey(appUrlKey)
      const row = await db
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
        .select(['company.key as companyKey', 'app.key as appKey', 'app.name', 'body.content'])
        .where(eb => eb(eb.fn('lower', ['company.key']), '=', companyKey.toLowerCase()))
        .where('app.key', '=', key)
        .where('app.state', '=', 'active')
        .executeTakeFirst()
      return row ? { companyKey: row.companyKey, appKey: row.appKey, name: row.name, schema: JSON.parse(row.content) as Record<string, unknown> } : null
    },
  }
}
