// Makes one thing of an app's permissions what an older version says.
import { sql, type RawBuilder } from 'kysely'
import type { Scope, Trx } from '../../store/database.ts'
import type { Change } from './change-words.ts'
import { FIELDS } from './resources.ts'

/** Where the changes of a kind live. In SQL, `was` is the row as it was. */
interface Place {
  table: string
  /** Columns that a change names its thing by, beside the app. */
  keys: readonly string[]
  /** What else comes back, and how where it is not as it was: without what is gone since. */
  columns: Record<string, RawBuilder<unknown> | undefined>
  /** Columns that may differ in a row that is there; all of them where nothing is said. */
  updated?: readonly string[]
  /** The rows of the table that a change may delete, where it is not all. */
  deletable?: RawBuilder<boolean>
  /** What has to be there still, or may not be in the way. */
  where?: RawBuilder<boolean>
}

const role = sql<boolean>`exists (select from role r where r.app_id = was.app_id and r.id = was.role_id)`
const still = (column: 'roles' | 'role_ids' | 'user_ids', there: RawBuilder<unknown>) =>
  sql`array(select id from unnest(was.${sql.ref(column)}) with ordinality as each (id, n) where exists (${there}) order by n)`
const roleOfList = sql`select from role r where r.app_id = was.app_id and r.id = each.id`
const memberOfList = sql`select from member m where m.company_id = was.company_id and m.user_id = each.id`

const PLACES: Record<Exclude<Change['what'], 'flag'>, Place> = {
  role: {
    table: 'role',
    keys: ['id'],
    columns: { name: undefined, type: undefined, description: undefined, editable: undefined, deleteable: undefined },
    updated: ['name', 'description'],
    deletable: sql`role.built_in is null`,
    where: sql`not exists (select from role r where r.app_id = was.app_id and lower(r.name) = lower(was.name) and r.id <> was.id)`,
  },
  member: {
    table: 'role_member',
    keys: ['role_id', 'kind', 'subject_id'],
    columns: {},
    where: sql`${role} and case was.kind
      when 'user' then exists (select from member m where m.company_id = was.company_id and m.user_id = was.subject_id)
      when 'external' then exists (select from external_user e where e.app_id = was.app_id and e.id = was.subject_id)
      when 'department' then exists (select from department d where d.company_id = was.company_id and d.id = was.subject_id)
      else exists (select from role i where i.app_id = was.app_id and i.id = was.subject_id) end`,
  },
  list: {
    table: 'permission_list',
    keys: ['app_id', 'environment', 'list'],
    columns: { roles: still('roles', roleOfList), owner: undefined },
  },
  override: {
    table: 'permission_override',
    keys: ['role_id', 'kind', 'option', 'resource_id', 'environment'],
    columns: { allow: undefined },
    where: sql`${role} and case was.kind
      when 'page' then exists (select from page p where p.app_id = was.app_id and p.id = was.resource_id)
      when 'model' then exists (select from data_model m where m.app_id = was.app_id and m.id = was.resource_id)
      when 'field' then exists (select from data_model m cross join lateral ${FIELDS} f where m.app_id = was.app_id and f.id = was.resource_id)
      when 'source' then exists (select from data_source s where s.app_id = was.app_id and s.id = was.resource_id)
      when 'role' then exists (select from role i where i.app_id = was.app_id and i.id = was.resource_id)
      else false end`,
  },
  option: {
    table: 'permission_option',
    keys: ['page_id', 'value'],
    columns: { label: undefined },
    where: sql`exists (select from page p where p.app_id = was.app_id and p.id = was.page_id)`,
  },
  row: {
    table: 'row_permission',
    keys: ['id'],
    columns: {
      model_id: undefined,
      name: undefined,
      description: undefined,
      user_ids: still('user_ids', memberOfList),
      role_ids: still('role_ids', roleOfList),
      permissions: undefined,
      filters: undefined,
      base_acl: undefined,
      updated_at: sql`now()`,
      updated_by: sql`nullif(current_setting('tessera.actor', true), '')::uuid`,
    },
    updated: ['name', 'description', 'user_ids', 'role_ids', 'permissions', 'filters', 'updated_at', 'updated_by'],
    // What came with the app is the package's own; a rule of a model that is gone has nothing to limit.
    deletable: sql`not row_permission.base_acl`,
    where: sql`(exists (select from data_model m where m.app_id = was.app_id and m.id = was.model_id)
      or exists (select from data_applied a where a.app_id = was.app_id and a.model_id = was.model_id))`,
  },
}

const refs = (names: readonly string[], table?: string) => sql.join(names.map(name => sql.ref(table ? `${table}.${name}` : name)))
const always = sql<boolean>`true`

/** An app's setting of its permissions; it has no row of its own, so the change is written down here. */
async function restoreFlag(trx: Trx, { companyId, appId }: Scope, { ref, before }: Change) {
  const flag = ref.flag as string
  const value = before?.value === true
  await sql`update app set config = config || jsonb_build_object(${flag}::text, ${value}::boolean) where id = ${appId} and company_id = ${companyId}`.execute(
    trx,
  )
  await sql`insert into permission_change (app_id, version, what, ref, before, after)
    values (${appId}, permission_version_of(${appId}, ${companyId}), 'flag', jsonb_build_object('flag', ${flag}::text),
      jsonb_build_object('value', ${!value}::boolean), jsonb_build_object('value', ${value}::boolean))`.execute(trx)
}

/** Makes one thing what it was; false where it cannot be, because what it is about is gone. */
export async function restoreOne(trx: Trx, scope: Scope, change: Change): Promise<boolean> {
  const { what, ref, before } = change
  if (what === 'flag') {
    await restoreFlag(trx, scope, change)
    return true
  }
  const { table, keys, columns, updated = Object.keys(columns), deletable = always, where = always } = PLACES[what]
  // The table itself knows the types of what is written down as JSON.
  const row = JSON.stringify({ environment: '', ...before, ...ref, company_id: scope.companyId, app_id: scope.appId })
  const was = sql`jsonb_populate_record(null::${sql.table(table)}, ${row}::jsonb) as was`
  if (!before) {
    const { rows } = await sql`delete from ${sql.table(table)} using ${was}
      where ${sql.ref(`${table}.app_id`)} = was.app_id and (${refs(keys, table)}) = (${refs(keys, 'was')}) and ${deletable} returning 1`.execute(trx)
    return rows.length > 0
  }
  const names = [...new Set(['company_id', 'app_id', ...keys, ...Object.keys(columns)])]
  const update = updated.length
    ? sql`update set ${sql.join(updated.map(name => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))} where ${sql.ref(`${table}.app_id`)} = excluded.app_id`
    : sql`nothing`
  const { rows } = await sql`insert into ${sql.table(table)} (${refs(names)})
    select ${sql.join(names.map(name => columns[name] ?? sql.ref(`was.${name}`)))} from ${was} where ${where}
    on conflict (${refs(keys)}) do ${update} returning 1`.execute(trx)
  return rows.length > 0
}

/** Roles that were given other names since may bear each other's: those in the way step aside until they get their own back. */
export async function freeNames(trx: Trx, { appId }: Scope, changes: readonly Change[]) {
  const wanted = new Map(changes.flatMap(({ what, ref, before }) => (what === 'role' && before ? [[ref.id as string, before.name as string]] : [])))
  if (!wanted.size) return
  await sql`
    update role set name = role.id::text from unnest(${[...wanted.keys()]}::uuid[], ${[...wanted.values()]}::text[]) as w (id, name)
    where role.app_id = ${appId} and role.id = w.id and lower(role.name) <> lower(w.name)
      and lower(role.name) in (select lower(n) from unnest(${[...wanted.values()]}::text[]) as n)`.execute(trx)
}
