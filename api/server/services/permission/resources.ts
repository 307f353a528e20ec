// The resources of an app that have permissions of their own, kind by kind, in the order in which they are shown.
import { sql } from 'kysely'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { KINDS, OPTIONS, type Kind } from '../foundation/access/words.ts'

/** Permissions that follow this pattern are calls of APIs; all others that a page has are the app's own. */
export const isApiOption = (value: string) => /^api:.+:call$/.test(value)

export interface CustomOption {
  value: string
  label: string
}
export interface Resource {
  id: string
  parentId: string | null
  label: string
  /** What it is called where the things it stands in are not seen. */
  fullName: string
  ownerId: string | null
  /** Holds others together and has no permissions itself. */
  isGroup: boolean
  custom: CustomOption[]
}

interface Row {
  id: string
  parent_id: string | null
  label: string
  full_name?: string
  owner_id: string | null
  is_group: boolean
  custom: CustomOption[] | null
}

const plain = (rows: Row[]): Resource[] =>
  rows.map(row => ({
    id: row.id,
    parentId: row.parent_id,
    label: row.label,
    fullName: row.full_name ?? row.label,
    ownerId: row.owner_id,
    isGroup: row.is_group,
    custom: row.custom ?? [],
  }))

/** Parents before what is in them, neighbours in their order. */
function inTreeOrder(rows: Resource[]): Resource[] {
  const below = new Map<string | null, Resource[]>()
  for (const row of rows) {
    const list = below.get(row.parentId)
    if (list) list.push(row)
    else below.set(row.parentId, [row])
  }
  const ordered: Resource[] = []
  const visit = (parent: string | null) => {
    for (const row of below.get(parent) ?? []) {
      ordered.push(row)
      visit(row.id)
    }
  }
  visit(null)
  return ordered
}

/** The fields of a model `m` as rows of a query: id, name and place. */
export const FIELDS = sql`(
  select (each.field ->> 'id')::uuid as id, each.field ->> 'name' as name, each.place::int as place
  from jsonb_array_elements(m.definition -> 'fields') with ordinality as each (field, place))`

/** With `ids`, only these; what is in a tree comes without its parents then. */
type Reader = (scope: Scope, on: Db | Trx, ids: readonly string[] | undefined) => Promise<Row[]>
const among = (ids: readonly string[] | undefined) => (ids ? sql`and id = any (${ids}::uuid[])` : sql``)

/** Those that are kept by a key, with the name that people know. */
const named = async ({ companyId, appId }: Scope, kind: Kind, on: Db | Trx, ids: readonly string[] | undefined) =>
  (
    await sql<Row>`
      select id, null as parent_id, name as label, owner_id, false as is_group, null as custom
      from resource where app_id = ${appId} and company_id = ${companyId} and kind = ${kind} ${among(ids)} order by lower(name), id`.execute(on)
  ).rows

const READERS: Partial<Record<Kind, Reader>> = {
  page: async ({ companyId, appId }, on, ids) => {
    const [{ rows: pages }, { rows: alike }] = await Promise.all([
      // Put in order here: that is faster than the database, which would have to compare more than numbers.
      sql<Omit<Row, 'custom'> & { sort: number }>`
        select id, parent_id, name as label, owner_id, kind = 'group' as is_group, sort from page
        where app_id = ${appId} and company_id = ${companyId} ${among(ids)}`.execute(on),
      // By option, not by page: there are few of them, however many pages.
      sql<CustomOption & { pages: string }>`
        select value, label, string_agg(page_id::text, ',') as pages from permission_option
        where app_id = ${appId} ${ids ? sql`and page_id = any (${ids}::uuid[])` : sql``} group by value, label order by min(created_at), value`.execute(on),
    ])
    const customOf = new Map<string, CustomOption[]>()
    for (const { value, label, pages: of } of alike)
      for (const id of of.split(',')) {
        const own = customOf.get(id)
        if (own) own.push({ value, label })
        else customOf.set(id, [{ value, label }])
      }
    pages.sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
    return pages.map(({ id, parent_id, label, owner_id, is_group }) => ({ id, parent_id, label, owner_id, is_group, custom: customOf.get(id) ?? null }))
  },
  role: async ({ companyId, appId }, on, ids) =>
    (
      await sql<Row>`
        select id, null as parent_id, name as label, owner_id, false as is_group, null as custom
        from role where app_id = ${appId} and company_id = ${companyId} and built_in is null ${among(ids)} order by lower(name), id`.execute(on)
    ).rows,
  source: async ({ companyId, appId }, on, ids) =>
    (
      await sql<Row>`
        select id, null as parent_id, name as label, null as owner_id, false as is_group, null as custom
        from data_source where app_id = ${appId} and company_id = ${companyId} ${among(ids)} order by dialect <> 'builtin', lower(name), id`.execute(on)
    ).rows,
  query: (scope, on, ids) => named(scope, 'query', on, ids),
  component: (scope, on, ids) => named(scope, 'component', on, ids),
  flow: (scope, on, ids) => named(scope, 'flow', on, ids),
  trigger: (scope, on, ids) => named(scope, 'trigger', on, ids),
  // Below their groups.
  api: async ({ companyId, appId }, on, ids) =>
    (
      await sql<Row>`
        select id, parent_id, name as label, owner_id, kind = 'apigroup' as is_group, null as custom
        from resource where app_id = ${appId} and company_id = ${companyId} and kind in ('api', 'apigroup') ${among(ids)}
          and (kind = 'api' or exists (select from resource below where below.parent_id = resource.id))
        order by kind = 'apigroup' desc, lower(name), id`.execute(on)
    ).rows,
  apigroup: (scope, on, ids) => named(scope, 'apigroup', on, ids),
  model: async ({ companyId, appId }, on) =>
    (
      await sql<Row>`
        select * from (
          select id, null::uuid as parent_id, name as label, null::uuid as owner_id, true as is_group, null::json as custom, dialect <> 'builtin' as later
          from data_source s where app_id = ${appId} and company_id = ${companyId} and exists (select from data_model m where m.source_id = s.id)
          union all
          select id, source_id, name, null, false, null, false from data_model where app_id = ${appId} and company_id = ${companyId}
        ) each order by later, lower(label), id`.execute(on)
    ).rows,
  // Below their models, in the order of their forms.
  field: async ({ companyId, appId }, on, ids) =>
    (
      await sql<Row>`
        select * from (
          select id, null::uuid as parent_id, name as label, name as full_name, null::uuid as owner_id, true as is_group, null::json as custom,
            dialect <> 'builtin' as later, 0 as place
          from data_source s where app_id = ${appId} and company_id = ${companyId} and exists (select from data_model m where m.source_id = s.id)
          union all
          select id, source_id, name, name, null, true, null, false, 0 from data_model where app_id = ${appId} and company_id = ${companyId}
          union all
          select f.id, m.id, f.name, m.name || ' · ' || f.name, null, false, null, false, f.place
          from data_model m cross join lateral ${FIELDS} f
          where m.app_id = ${appId} and m.company_id = ${companyId} ${ids ? sql`and f.id = any (${ids}::uuid[])` : sql``}
        ) each order by later, place, lower(label), id`.execute(on)
    ).rows,
}

/** The resources of a kind; a kind that the product has no resources of yet is empty. */
export async function resourcesOf(scope: Scope, kind: Kind, on: Db | Trx): Promise<Resource[]> {
  const rows = await READERS[kind]?.(scope, on, undefined)
  return rows ? inTreeOrder(plain(rows)) : []
}

/** Those of these resources that there are. */
export async function resourcesAmong(scope: Scope, kind: Kind, ids: readonly string[], on: Db | Trx): Promise<Map<string, Resource>> {
  const rows = (await READERS[kind]?.(scope, on, ids)) ?? []
  const wanted = new Set(ids)
  return new Map(plain(rows).flatMap(one => (wanted.has(one.id) ? [[one.id, one] as const] : [])))
}

/** One resource, or undefined. */
export const resourceOf = async (scope: Scope, kind: Kind, id: string, on: Db | Trx): Promise<Resource | undefined> =>
  (await resourcesAmong(scope, kind, [id], on)).get(id)

/** Whether a resource has an option. */
export const hasOption = (kind: Kind, resource: Resource, option: string) =>
  !resource.isGroup && (OPTIONS[kind].includes(option) || resource.custom.some(({ value }) => value === option))

/** What a resource type is called, and where its resources are made; empty where they are made elsewhere. */
export const KIND_NAMES: Record<Kind, string> = {
  page: 'Pages',
  model: 'Data models',
  field: 'Fields',
  source: 'Data sources',
  query: 'Queries',
  component: 'Components',
  api: 'APIs',
  apigroup: 'API groups',
  role: 'Roles',
  form: 'Forms',
  formGroup: 'Form groups',
  flow: 'Flows',
  flowGroup: 'Flow groups',
  trigger: 'Triggers',
}
/** One resource of a kind, in sentences. */
export const KIND_NAME: Record<Kind, string> = {
  page: 'page',
  model: 'data model',
  field: 'field',
  source: 'data source',
  query: 'query',
  component: 'component',
  api: 'API',
  apigroup: 'API group',
  role: 'role',
  form: 'form',
  formGroup: 'form group',
  flow: 'flow',
  flowGroup: 'flow group',
  trigger: 'trigger',
}
/** Kinds that the product has resources of. */
export const LIVING_KINDS = KINDS.filter(kind => READERS[kind])

export const OPTION_NAMES: Record<string, string> = {
  read: 'View',
  edit: 'Edit',
  write: 'Edit',
  delete: 'Delete',
  call: 'Call',
  sql: 'Write SQL',
  create: 'Create',
  createRows: 'Add rows',
  editRows: 'Edit rows',
  deleteRows: 'Delete rows',
  importRows: 'Import rows',
  exportRows: 'Export rows',
}
