// The roles of an app: what they are called, and which of them can be changed.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import { scopeOf, type AppInScope, type SignedIn } from '../foundation/access/index.ts'
import { asActor } from './actor.ts'
import { listOfOne } from './required-lists.ts'
import { listName } from './sentences.ts'
import type { createRights, RightOn } from '../foundation/access/rights.ts'
import type { BuiltIn } from '../foundation/access/words.ts'
import { inApp } from '../../store/scoped.ts'

/** What the roles that every app begins with are called; the stored name is the same in English. */
export const BUILT_IN_NAMES: Record<BuiltIn, string> = {
  'all-users': 'All users',
  admin: 'Administrators',
  'external-users': 'External users',
  guest: 'Guests',
}

export interface RoleRow {
  id: string
  name: string
  type: number
  built_in: BuiltIn | null
  description: string
  editable: boolean
  deleteable: boolean
  owner_id: string | null
}

/** What somebody may do with the roles of an app, one by one. */
export interface RoleRights {
  edit: RightOn
  delete: RightOn
}

const DESCRIPTIONS: Record<BuiltIn, string> = {
  'all-users': 'Everybody of the organisation',
  admin: 'May do everything in the app, with the administrators of the organisation and the owner of the app',
  'external-users': 'Everybody who registered with the app',
  guest: 'Visitors who have not signed in',
}

export const ROLE_COLUMNS = [
  'role.id',
  'role.name',
  'role.type',
  'role.built_in',
  'role.description',
  'role.editable',
  'role.deleteable',
  'role.owner_id',
] as const

export const roleUnknown = () => notFound('role.unknown', 'There is no such role')

/** External roles are for apps that visitors can register with. */
export const hasExternalRoles = (app: Pick<AppInScope, 'type' | 'config'>) =>
  app.type <= 2 && [undefined, 'LOW'].includes(app.config.design as string | undefined)

/** The name of a role as the reader knows it. */
export const roleName = (role: Pick<RoleRow, 'name' | 'built_in'>, locale: Locale) => (role.built_in ? say(locale, BUILT_IN_NAMES[role.built_in]) : role.name)

/** Why a role cannot be renamed, its members not managed, or it not be deleted; empty where it can. */
function reasons(role: RoleRow, locale: Locale, may?: RoleRights) {
  const standing = role.built_in === 'all-users' ? 'It stands for everybody' : ''
  const fixed = role.editable ? '' : 'Who is in it follows by itself'
  const builtIn = role.built_in ? 'Every app has this role' : ''
  const told = (english: string) => english && say(locale, english)
  // A built-in role is no resource of its own.
  const mayNot = (right?: RightOn) => (right && !role.built_in && !right(role.id, role.owner_id) ? 'You are not allowed to do this with the role' : '')
  return {
    editReason: told(standing || builtIn || (role.editable ? '' : 'This role cannot be edited') || mayNot(may?.edit)),
    membersReason: told(standing || fixed || mayNot(may?.edit)),
    deleteReason: told(builtIn || (role.deleteable ? '' : 'This role cannot be deleted') || mayNot(may?.delete)),
  }
}

/** A role as screens get it. */
export const shownRole = (role: RoleRow, locale: Locale, may?: RoleRights) => ({
  id: role.id,
  name: roleName(role, locale),
  type: role.type as 0 | 1,
  description: role.description || (role.built_in ? say(locale, DESCRIPTIONS[role.built_in]) : ''),
  editable: role.editable,
  isBultin: role.built_in !== null,
  deleteable: role.deleteable,
  isEverybody: role.built_in === 'all-users',
  isAppGuest: role.built_in === 'guest',
  ...reasons(role, locale, may),
})

/** A role of an app. */
export async function roleOf(scope: Scope, id: string, on: Db | Trx): Promise<RoleRow> {
  const row = await inApp(on, scope).selectFrom('role').select(ROLE_COLUMNS).where('role.id', '=', id).executeTakeFirst()
  if (!row) throw roleUnknown()
  return row as RoleRow
}

export const noRight = () => new ApiError('role.noRight', 'You are not allowed to do this with the role', 403)

/** A change of an app's roles, one at a time; whatever it changes becomes a version of the app's permissions. */
export function changing<T>(db: Db, scope: Scope, userId: string, change: (trx: Trx) => Promise<T>): Promise<T> {
  return asActor(db, userId, async trx => {
    await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
    return change(trx)
  })
}

export interface RoleFilter {
  keywords?: string
  type?: number
  page: number
  perPage: number
}

export function createRoles({ db }: Pick<Core, 'db'>, rights: ReturnType<typeof createRights>) {
  type By = Pick<SignedIn, 'id'>
  const rightsIn = async (app: AppInScope, by: By): Promise<RoleRights> => ({
    edit: await rights.on(app, by, 'role', 'edit'),
    delete: await rights.on(app, by, 'role', 'delete'),
  })

  const nameTaken = () => fieldError('role.nameTaken', 'name', 'The app has a role of this name')

  async function checkName(scope: Scope, name: string, trx: Trx, butId = '') {
    const lower = name.toLowerCase()
    // A role must not pass for a built-in one in another language either.
    const isBuiltIn = Object.values(BUILT_IN_NAMES).some(english => [english, say('zh-CN', english)].some(word => word.toLowerCase() === lower))
    const same = await inApp(trx, scope)
      .selectFrom('role')
      .select('id')
      .where(eb => eb(eb.fn('lower', ['name']), '=', lower))
      .executeTakeFirst()
    if (isBuiltIn || (same && same.id !== butId)) throw nameTaken()
  }

  return {
    async list(app: AppInScope, { keywords = '', type, page, perPage }: RoleFilter, by: By, locale: Locale) {
      const { companyId, appId } = scopeOf(app)
      let rows = inApp(db, { companyId, appId }).selectFrom('role')
      if (type !== undefined) rows = rows.where('role.type', '=', type)
      const sought = keywords.trim().toLowerCase()
      if (sought) {
        const pattern = containing(keywords)
        // Built-in roles are found by what the reader calls them.
        const builtIn = (Object.keys(BUILT_IN_NAMES) as BuiltIn[]).filter(key =>
          [say(locale, BUILT_IN_NAMES[key]), say(locale, DESCRIPTIONS[key])].some(text => text.toLowerCase().includes(sought)),
        )
        rows = rows.where(
          sql<boolean>`(role.built_in is null and (role.name ilike ${pattern} or role.description ilike ${pattern}) or role.built_in = any (${builtIn}::text[]))`,
        )
      }
      const count = (kinds: string[]) => sql<number>`(select count(*)::int from role_member m where m.role_id = role.id and m.kind = any (${kinds}::text[]))`
      const may = await rightsIn(app, by)
      const [items, total] = await Promise.all([
        rows
          .select(ROLE_COLUMNS)
          .select([count(['user', 'external']).as('users'), count(['department']).as('departments'), count(['role']).as('roles')])
          .orderBy(sql`array_position(array['admin', 'all-users', 'external-users', 'guest'], role.built_in)`, order => order.asc().nullsLast())
          .orderBy(sql`lower(role.name)`)
          .orderBy('role.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('role.id').limit(TOTAL_CAP + 1)),
      ])
      return {
        items: items.map(({ users, departments, roles, ...role }) => ({ ...shownRole(role as RoleRow, locale, may), users, departments, roles })),
        ...total,
        page,
        perPage,
      }
    },

    async create(app: AppInScope, input: { name: string; type?: 0 | 1; description?: string }, by: By) {
      const scope = scopeOf(app)
      const type = input.type ?? 0
      if (type === 1 && !hasExternalRoles(app)) throw fieldError('role.typeLocked', 'type', 'This app has no external roles')
      const name = input.name.trim()
      const id = uuidv7()
      await changing(db, scope, by.id, async trx => {
        await checkName(scope, name, trx)
        await inApp(trx, scope)
          .insertInto('role')
          .values({ id, name, type, description: input.description?.trim() ?? '', owner_id: by.id })
          .execute()
      })
      return { id }
    },

    async update(app: AppInScope, id: string, input: { name: string; description?: string }, by: By) {
      const scope = scopeOf(app)
      const may = await rights.on(app, by, 'role', 'edit')
      await changing(db, scope, by.id, async trx => {
        const role = await roleOf(scope, id, trx)
        if (role.built_in || !role.editable) throw new ApiError('role.locked', 'This role cannot be edited', 409)
        if (!may(id, role.owner_id)) throw noRight()
        const name = input.name.trim()
        await checkName(scope, name, trx, id)
        await inApp(trx, scopeOf(app))
          .updateTable('role')
          .set({ name, description: input.description?.trim() ?? role.description })
          .where('id', '=', id)
          .execute()
      })
    },

    async remove(app: AppInScope, id: string, by: By, locale: Locale) {
      const scope = scopeOf(app)
      const may = await rights.on(app, by, 'role', 'delete')
      await changing(db, scope, by.id, async trx => {
        const role = await roleOf(scope, id, trx)
        if (role.built_in || !role.deleteable) throw new ApiError('role.notDeletable', 'This role cannot be deleted', 409)
        if (!may(id, role.owner_id)) throw noRight()
        const list = await listOfOne(scope, id, trx)
        if (list)
          throw new ApiError('role.lastInList', 'It is the only role in “{list}”. Choose another one there first', 409, {
            values: { list: listName(list, locale) },
          })
        await inApp(trx, scopeOf(app)).deleteFrom('role').where('id', '=', id).execute()
      })
    },
  }
}
