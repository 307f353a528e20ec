// Versions of an app's permissions: what the database wrote down, told in sentences, compared, and put back.
import { sql, type Selectable } from 'kysely'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../store/paging.ts'
import type { RowPermissionTable } from '../../store/tables/permission.ts'
import type { AppInScope, SignedIn } from '../foundation/access/index.ts'
import { asActor } from './actor.ts'
import { changeText, namesIn, type Change } from './change-words.ts'

const versionUnknown = () => notFound('permission.versionUnknown', 'There is no such version')
/** Sentences that a list tells of a version. */
const TOLD = 3

type Kept = Change & { n: number }
const refKey = ({ what, ref }: Pick<Change, 'what' | 'ref'>) => `${what} ${JSON.stringify(Object.entries(ref).sort())}`
const sameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What several changes come to: from the first state to the last, without what went there and back. */
export function net(changes: readonly Change[]): Change[] {
  const byRef = new Map<string, Change>()
  for (const change of changes) {
    const key = refKey(change)
    const earlier = byRef.get(key)
    byRef.set(key, earlier ? { ...earlier, after: change.after } : { ...change })
  }
  return [...byRef.values()].filter(({ before, after }) => !sameValue(before, after))
}

export function createVersions({ db }: Pick<Core, 'db'>) {
  const scopeOf = (app: AppInScope): Scope => ({ companyId: app.companyId, appId: app.id })
  const rowsOf = ({ companyId, appId }: Scope) =>
    db
      .selectFrom('permission_version')
      .leftJoin('person', 'person.id', 'permission_version.created_by')
      .where('permission_version.company_id', '=', companyId)
      .where('permission_version.app_id', '=', appId)

  /** Changes of the versions after `from`, up to `to`. */
  const between = (scope: Scope, from: number, to: number, on: Db | Trx = db): Promise<Kept[]> =>
    on
      .selectFrom('permission_change')
      .select(['n', 'what', 'ref', 'before', 'after'])
      .where('app_id', '=', scope.appId)
      .where('version', '>', from)
      .where('version', '<=', to)
      .orderBy('n')
      .execute()

  async function current(scope: Scope, on: Db | Trx): Promise<number> {
    return (
      await on.selectFrom('app').select('permission_revision').where('company_id', '=', scope.companyId).where('id', '=', scope.appId).executeTakeFirstOrThrow()
    ).permission_revision
  }
  async function check(scope: Scope, version: number, on: Db | Trx) {
    // 0 is what an app begins with.
    if (version < 0 || version > (await current(scope, on))) throw versionUnknown()
  }

  /** Makes one thing what it was; false where it cannot be, because what it is about is gone. */
  async function putBack(trx: Trx, { companyId, appId }: Scope, { what, ref, before }: Change): Promise<boolean> {
    const own = { company_id: companyId, app_id: appId }
    const done = async (query: { execute(): Promise<{ numInsertedOrUpdatedRows?: bigint; numDeletedRows?: bigint; numUpdatedRows?: bigint }[]> }) => {
      const [result] = await query.execute()
      return Boolean(result?.numInsertedOrUpdatedRows || result?.numDeletedRows || result?.numUpdatedRows)
    }
    switch (what) {
      case 'role': {
        if (!before)
          return done(
            trx
              .deleteFrom('role')
              .where('app_id', '=', appId)
              .where('id', '=', ref.id as string)
              .where('built_in', 'is', null),
          )
        const { name, type, description, editable, deleteable } = before as {
          name: string
          type: number
          description: string
          editable: boolean
          deleteable: boolean
        }
        const taken = await trx
          .selectFrom('role')
          .select('id')
          .where('app_id', '=', appId)
          .where(eb => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
          .executeTakeFirst()
        if (taken && taken.id !== ref.id) return false
        return done(
          trx
            .insertInto('role')
            .values({ id: ref.id as string, ...own, name, type, description, editable, deleteable, built_in: null, owner_id: null })
            .onConflict(conflict => conflict.column('id').doUpdateSet({ name, description })),
        )
      }
      case 'member': {
        if (!before)
          return done(
            trx
              .deleteFrom('role_member')
              .where('app_id', '=', appId)
              .where('role_id', '=', ref.role_id as string)
              .where('kind', '=', ref.kind as 'user')
              .where('subject_id', '=', ref.subject_id as string),
          )
        const { rows } = await sql`
          insert into role_member (role_id, kind, subject_id, company_id, app_id)
          select r.id, ${ref.kind}, ${ref.subject_id}::uuid, ${companyId}, ${appId} from role r
          where r.id = ${ref.role_id} and r.app_id = ${appId} and case ${ref.kind}
            when 'user' then exists (select from member where company_id = ${companyId} and user_id = ${ref.subject_id})
            when 'external' then exists (select from external_user where app_id = ${appId} and id = ${ref.subject_id})
            when 'department' then exists (select from department where company_id = ${companyId} and id = ${ref.subject_id})
            else exists (select from role i where i.app_id = ${appId} and i.id = ${ref.subject_id}) end
          on conflict do nothing returning 1`.execute(trx)
        return rows.length > 0
      }
      case 'list': {
        const at = { environment: ref.environment ?? '', list: ref.list as string }
        if (!before)
          return done(trx.deleteFrom('permission_list').where('app_id', '=', appId).where('environment', '=', at.environment).where('list', '=', at.list))
        const wanted = before as { roles: string[]; owner: boolean }
        const there = wanted.roles.length
          ? (await trx.selectFrom('role').select('id').where('app_id', '=', appId).where('id', 'in', wanted.roles).execute()).map(row => row.id)
          : []
        const roles = wanted.roles.filter(id => there.includes(id))
        const { owner } = wanted
        return done(
          trx
            .insertInto('permission_list')
            .values({ ...own, ...at, roles, owner })
            .onConflict(conflict => conflict.columns(['app_id', 'environment', 'list']).doUpdateSet({ roles, owner })),
        )
      }
      case 'override': {
        if (!before)
          return done(
            trx
              .deleteFrom('permission_override')
              .where('app_id', '=', appId)
              .where('role_id', '=', ref.role_id as string)
              .where('kind', '=', ref.kind as string)
              .where('option', '=', ref.option as string)
              .where('resource_id', '=', ref.resource_id as string)
              .where('environment', '=', ref.environment ?? ''),
          )
        const allow = before.allow === true
        const { rows } = await sql`
          insert into permission_override as o (role_id, kind, option, resource_id, environment, app_id, company_id, allow)
          select r.id, ${ref.kind}, ${ref.option}, ${ref.resource_id}::uuid, ${ref.environment ?? ''}, ${appId}, ${companyId}, ${allow}
          from role r where r.id = ${ref.role_id} and r.app_id = ${appId} and case ${ref.kind}
            when 'page' then exists (select from page where app_id = ${appId} and id = ${ref.resource_id})
            when 'model' then exists (select from data_model where app_id = ${appId} and id = ${ref.resource_id})
            when 'source' then exists (select from data_source where app_id = ${appId} and id = ${ref.resource_id})
            when 'role' then exists (select from role i where i.app_id = ${appId} and i.id = ${ref.resource_id})
            else false end
          on conflict (role_id, kind, option, resource_id, environment) do update set allow = excluded.allow returning 1`.execute(trx)
        return rows.length > 0
      }
      case 'option': {
        if (!before)
          return done(
            trx
              .deleteFrom('permission_option')
              .where('app_id', '=', appId)
              .where('page_id', '=', ref.page_id as string)
              .where('value', '=', ref.value as string),
          )
        const label = String(before.label)
        const { rows } = await sql`
          insert into permission_option (page_id, value, label, app_id, company_id) select id, ${ref.value}, ${label}, ${appId}, ${companyId} from page
          where id = ${ref.page_id} and app_id = ${appId} on conflict (page_id, value) do update set label = excluded.label returning 1`.execute(trx)
        return rows.length > 0
      }
      case 'row': {
        // What came with the app is the package's own; a rule of a model that is gone has nothing to limit.
        if (!before)
          return done(
            trx
              .deleteFrom('row_permission')
              .where('app_id', '=', appId)
              .where('id', '=', ref.id as string)
              .where('base_acl', '=', false),
          )
        const { model_id, name, description, user_ids, role_ids, permissions, filters, base_acl } = before as unknown as Selectable<RowPermissionTable>
        const { rows } = await sql`
          insert into row_permission (id, company_id, app_id, model_id, name, description, user_ids, role_ids, permissions, filters, base_acl, updated_by)
          select ${ref.id}, ${companyId}, ${appId}, ${model_id}::uuid, ${name}, ${description},
            array(select u from unnest(${user_ids}::uuid[]) with ordinality as t (u, n) where exists (select from member where company_id = ${companyId} and user_id = u) order by n),
            array(select r from unnest(${role_ids}::uuid[]) with ordinality as t (r, n) where exists (select from role where app_id = ${appId} and id = r) order by n),
            ${permissions}, ${JSON.stringify(filters)}::jsonb, ${base_acl}, nullif(current_setting('tessera.actor', true), '')::uuid
          where exists (select from data_model where app_id = ${appId} and id = ${model_id}::uuid)
            or exists (select from data_applied where app_id = ${appId} and model_id = ${model_id}::uuid)
          on conflict (id) do update set name = excluded.name, description = excluded.description, user_ids = excluded.user_ids, role_ids = excluded.role_ids,
            permissions = excluded.permissions, filters = excluded.filters, updated_at = now(), updated_by = excluded.updated_by
          where row_permission.app_id = excluded.app_id returning 1`.execute(trx)
        return rows.length > 0
      }
      case 'flag': {
        const flag = ref.flag as string
        const value = before?.value === true
        await sql`update app set config = config || jsonb_build_object(${flag}::text, ${value}::boolean) where id = ${appId} and company_id = ${companyId}`.execute(
          trx,
        )
        await sql`insert into permission_change (app_id, version, what, ref, before, after)
          values (${appId}, permission_version_of(${appId}, ${companyId}), 'flag', jsonb_build_object('flag', ${flag}::text),
            jsonb_build_object('value', ${!value}::boolean), jsonb_build_object('value', ${value}::boolean))`.execute(trx)
        return true
      }
    }
  }

  /** Roles that were given other names since may bear each other's: those in the way step aside until they get their own back. */
  async function freeNames(trx: Trx, { appId }: Scope, changes: readonly Change[]) {
    const wanted = new Map(changes.flatMap(({ what, ref, before }) => (what === 'role' && before ? [[ref.id as string, before.name as string]] : [])))
    if (!wanted.size) return
    await sql`
      update role set name = role.id::text from unnest(${[...wanted.keys()]}::uuid[], ${[...wanted.values()]}::text[]) as w (id, name)
      where role.app_id = ${appId} and role.id = w.id and lower(role.name) <> lower(w.name)
        and lower(role.name) in (select lower(n) from unnest(${[...wanted.values()]}::text[]) as n)`.execute(trx)
  }

  return {
    /** Versions, the newest first, each with its author and the first of its changes. */
    async listVersions(app: AppInScope, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const scope = scopeOf(app)
      const [rows, latest, total] = await Promise.all([
        rowsOf(scope)
          .select(['version', 'kind', 'note', 'permission_version.created_at', 'person.name as by'])
          .orderBy('version', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        current(scope, db),
        cappedTotal(
          db,
          rowsOf(scope)
            .select('version')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      const versions = rows.map(row => row.version)
      const { rows: changes } = await sql<Change & { version: number; count: number }>`
        select version, what, ref, before, after, count from (
          select *, row_number() over (partition by version order by n) as place, count(*) over (partition by version)::int as count
          from permission_change where app_id = ${scope.appId} and version = any (${versions}::bigint[])
        ) each where place <= ${TOLD} order by version, n`.execute(db)
      const names = await namesIn(scope, changes, locale, db)
      return {
        items: rows.map(row => {
          const of = changes.filter(change => change.version === row.version)
          return {
            version: row.version,
            kind: row.kind,
            note: row.note,
            at: row.created_at.toISOString(),
            by: row.by ?? '',
            count: of[0]?.count ?? 0,
            changes: of.map(change => changeText(change, names, locale)),
          }
        }),
        latest,
        ...total,
        page,
        perPage,
      }
    },

    /** What a version changed; or, against another one, what is different between the two. */
    async getVersion(app: AppInScope, version: number, { against, page, perPage }: { against?: number; page: number; perPage: number }, locale: Locale) {
      const scope = scopeOf(app)
      await check(scope, version, db)
      if (against !== undefined) await check(scope, against, db)
      const row = await rowsOf(scope)
        .select(['kind', 'note', 'permission_version.created_at', 'person.name as by'])
        .where('version', '=', version)
        .executeTakeFirst()
      const [from, to] = against === undefined ? [version - 1, version] : [Math.min(version, against), Math.max(version, against)]
      const forward = net(await between(scope, from, to))
      // Told as what is new in this version, seen from the other one.
      const changes = against !== undefined && against > version ? forward.map(change => ({ ...change, before: change.after, after: change.before })) : forward
      const shown = changes.slice((page - 1) * perPage, page * perPage)
      const names = await namesIn(scope, shown, locale, db)
      return {
        version,
        kind: row?.kind ?? ('edit' as const),
        note: row?.note ?? '',
        at: row?.created_at.toISOString() ?? '',
        by: row?.by ?? '',
        items: shown.map(change => ({ what: change.what, text: changeText(change, names, locale), before: change.before, after: change.after })),
        total: changes.length,
        page,
        perPage,
      }
    },

    /** Makes the permissions what they were after a version; itself a version, so that it can be taken back. */
    async restoreVersion(app: AppInScope, by: Pick<SignedIn, 'id'>, version: number, note: string) {
      const scope = scopeOf(app)
      return asActor(db, by.id, async trx => {
        await trx.selectFrom('app').select('id').where('id', '=', scope.appId).forNoKeyUpdate().execute()
        await check(scope, version, trx)
        const last = await current(scope, trx)
        const changes = net(await between(scope, version, last, trx))
        if (!changes.length) throw new ApiError('permission.nothingToRestore', 'The permissions are as they were then', 409)
        // What was not there goes first, so that its names are free; then roles come back, and last what is said about them.
        const rank = ({ what, before }: Change) => (before ? (what === 'role' ? 2 : 3) : what === 'role' ? 1 : 0)
        const inOrder = changes.toSorted((a, b) => rank(a) - rank(b))
        await freeNames(trx, scope, inOrder)
        let skipped = 0
        for (const change of inOrder) if (!(await putBack(trx, scope, change))) skipped++
        const made = await current(scope, trx)
        if (made > last)
          await trx.updateTable('permission_version').set({ kind: 'restore', note }).where('app_id', '=', scope.appId).where('version', '=', made).execute()
        return { version: made, restored: changes.length - skipped, skipped }
      })
    },
  }
}
