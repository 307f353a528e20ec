// Entries of an app: named doors into what runs, each for a device and for everybody or some roles; the portal offers them.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { scopeOf, type AppInScope } from '../foundation/access/index.ts'
import { pathProblem } from '../page/index.ts'
import { inApp } from '../../store/scoped.ts'

const MOST = 50

export interface NewEntry {
  key: string
  name: string
  type: 1 | 2 | 3 | 4
  pageId?: string
  roles?: string[]
  miniapp?: Record<string, string>
}
export type EntryChange = Partial<Omit<NewEntry, 'key'>>

interface Row {
  id: string
  key: string
  name: string
  type: 1 | 2 | 3 | 4
  config: { miniapp?: Record<string, string> }
  page_id: string | null
  page: string | null
  roles: string[]
}

export function createEntries({ db }: Pick<Core, 'db'>) {
  const unknown = () => notFound('entry.unknown', 'There is no such entry')

  async function rows(scope: Scope): Promise<Row[]> {
    const found = await sql<Row>`
      select e.id, e.key, e.name, e.type, e.config, e.page_id, p.name as page, array(select r.role_id from entry_role r where r.entry_id = e.id) as roles
      from entry e left join page p on p.id = e.page_id
      where e.app_id = ${scope.appId} and e.company_id = ${scope.companyId}
      order by e.sort, e.id`.execute(db)
    return found.rows
  }

  const mayPass = (app: AppInScope, roles: readonly string[]) => !!app.rights.manager || !roles.length || roles.some(role => app.rights.held.has(role))

  /** Refuses a page or roles that are not of this app. */
  async function check(scope: Scope, { pageId, roles }: EntryChange, trx: Trx) {
    if (pageId) {
      const page = await inApp(trx, scope).selectFrom('page').select('id').where('id', '=', pageId).where('kind', '=', 'page').executeTakeFirst()
      if (!page) throw fieldError('entry.noSuchPage', 'pageId', 'Not a page of this app')
    }
    if (roles?.length) {
      const known = await inApp(trx, scope).selectFrom('role').select('id').where('id', 'in', roles).execute()
      if (known.length < roles.length) throw fieldError('entry.noSuchRole', 'roles', 'There is no such role')
    }
  }

  async function setRoles(id: string, roles: string[] | undefined, trx: Trx) {
    if (!roles) return
    await trx.deleteFrom('entry_role').where('entry_id', '=', id).execute()
    if (roles.length)
      await trx
        .insertInto('entry_role')
        .values(roles.map(role_id => ({ entry_id: id, role_id })))
        .execute()
  }

  const configOf = (type: number, miniapp: Record<string, string> | undefined) => JSON.stringify(type === 3 && miniapp ? { miniapp } : {})

  return {
    /** All entries; who may pass each is told to those who set it. */
    async list(app: AppInScope, isEditor: boolean) {
      return (await rows(scopeOf(app))).map(row => ({
        id: row.id,
        key: row.key,
        name: row.name,
        type: row.type,
        config: { miniapp: row.config.miniapp ?? {} },
        hasPermission: mayPass(app, row.roles),
        pageId: row.page_id ?? '',
        page: isEditor ? (row.page ?? '') : '',
        roles: isEditor ? row.roles : [],
      }))
    },

    /** The doors of a running app by key, for those who may pass them: the page behind, empty for the first one. */
    async doors(app: AppInScope): Promise<{ key: string; name: string; type: number; pageId: string; isOpen: boolean }[]> {
      return (await rows(scopeOf(app))).map(row => ({
        key: row.key,
        name: row.name,
        type: row.type,
        pageId: row.page_id ?? '',
        isOpen: mayPass(app, row.roles),
      }))
    },

    async create(app: AppInScope, entry: NewEntry): Promise<string> {
      const scope = scopeOf(app)
      return db.transaction().execute(async trx => {
        await sql`select pg_advisory_xact_lock(hashtextextended(${`entries ${scope.appId}`}, 0))`.execute(trx)
        const now = await inApp(trx, scopeOf(app)).selectFrom('entry').select(['key', 'sort']).execute()
        if (now.length >= MOST) throw new ApiError('entry.tooMany', 'An app has at most {limit} entries', 422, { values: { limit: MOST } })
        if (now.some(({ key }) => key === entry.key)) throw fieldError('entry.keyTaken', 'key', 'Another entry has this key')
        const inUse = await inApp(trx, scopeOf(app))
          .selectFrom('page')
          .select('id')
          .where(eb => eb.or([eb('path', '=', `/${entry.key}`), eb('path', 'like', `/${entry.key.replaceAll('_', '\\_')}/%`)]))
          .executeTakeFirst()
        if (inUse || pathProblem(`/${entry.key}`)) throw fieldError('entry.keyReserved', 'key', 'This is an address of the app already')
        await check(scope, entry, trx)
        const id = uuidv7()
        await inApp(trx, scope)
          .insertInto('entry')
          .values({
            id,
            key: entry.key,
            name: entry.name.trim(),
            type: entry.type,
            page_id: entry.pageId || null,
            config: configOf(entry.type, entry.miniapp),
            sort: Math.max(-1, ...now.map(({ sort }) => sort)) + 1,
          })
          .execute()
        await setRoles(id, entry.roles, trx)
        return id
      })
    },

    async update(app: AppInScope, id: string, change: EntryChange) {
      const scope = scopeOf(app)
      await db.transaction().execute(async trx => {
        const row = await inApp(trx, scope).selectFrom('entry').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
        if (!row) throw unknown()
        await check(scope, change, trx)
        const type = change.type ?? row.type
        await inApp(trx, scopeOf(app))
          .updateTable('entry')
          .set({
            name: change.name?.trim() ?? row.name,
            type,
            page_id: change.pageId === undefined ? row.page_id : change.pageId || null,
            config: configOf(type, change.miniapp ?? (row.config as Row['config']).miniapp),
          })
          .where('id', '=', id)
          .execute()
        await setRoles(id, change.roles, trx)
      })
    },

    async remove(app: AppInScope, id: string) {
      const gone = await inApp(db, scopeOf(app)).deleteFrom('entry').where('id', '=', id).executeTakeFirst()
      if (!gone.numDeletedRows) throw unknown()
    },

    /** Puts entries into an order; those not named come last, as they were. */
    async saveOrder(app: AppInScope, ids: string[]): Promise<number> {
      const known = new Set((await rows(scopeOf(app))).map(({ id }) => id))
      if (ids.some(id => !known.has(id))) throw fieldError('entry.unknown', 'ids', 'There is no such entry')
      const changed = await sql`
        update entry e set sort = n.sort from (
          select id, row_number() over (order by coalesce(array_position(${ids}::uuid[], id), ${MOST + 1}), sort, id) - 1 as sort
          from entry where app_id = ${app.id} and company_id = ${app.companyId}) n
        where n.id = e.id and e.sort <> n.sort`.execute(db)
      return Number(changed.numAffectedRows ?? 0)
    },
  }
}
