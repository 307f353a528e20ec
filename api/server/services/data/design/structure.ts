// What a database holds, read from its own catalogue.
import { sql, type QueryExecutorProvider } from 'kysely'
import type { FoundColumn, FoundIndex, FoundTable } from '../columns.ts'
import type { Store } from '../sources/connections.ts'

/** More tables than this are not read; a database with more is narrowed by its schema. */
const MAX_TABLES = 1000

interface ColumnRow {
  table_name: string
  column_name: string
  type: string
  is_view: boolean | number
  nullable: boolean | number
  has_default: boolean | number
  identity: boolean | number
  generated: boolean | number
  choices: string | null
  comment: string | null
}
interface IndexRow {
  table_name: string
  index_name: string
  is_unique: boolean | number
  is_primary: boolean | number
  column_name: string
}
interface ReferenceRow {
  table_name: string
  name: string
  column_name: string
  target: string
  target_column: string
  on_delete: string
}

const pgColumns = (schema: string, tables: readonly string[] | undefined) => sql<ColumnRow>`
  select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type, c.relkind in ('v', 'm') as is_view,
    not a.attnotnull as nullable, a.atthasdef and a.attgenerated = '' as has_default,
    a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid), '') like 'nextval(%' as identity, a.attgenerated <> '' as generated,
    (select string_agg(e.enumlabel, chr(31) order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid) as choices,
    col_description(c.oid, a.attnum) as comment
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    ${tables ? sql`and c.relname = any(${tables}::text[])` : sql``}
  order by c.relname, a.attnum`

const pgIndexes = (schema: string, tables: readonly string[] | undefined) => sql<IndexRow>`
  select t.relname as table_name, i.relname as index_name, x.indisunique as is_unique, x.indisprimary as is_primary, a.attname as column_name
  from pg_index x
  join pg_class t on t.oid = x.indrelid
  join pg_class i on i.oid = x.indexrelid
  join pg_namespace n on n.oid = t.relnamespace
  cross join lateral unnest(x.indkey[0:x.indnkeyatts - 1]) with ordinality as k (attnum, at)
  join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
  where n.nspname = ${schema} and x.indpred is null and x.indexprs is null
    ${tables ? sql`and t.relname = any(${tables}::text[])` : sql``}
  order by t.relname, i.relname, k.at`

const pgReferences = (schema: string, tables: readonly string[] | undefined) => sql<ReferenceRow>`
  select t.relname as table_name, k.conname as name, a.attname as column_name, f.relname as target, b.attname as target_column,
    case k.confdeltype when 'n' then 'set null' when 'c' then 'cascade' when 'r' then 'restrict' else 'no action' end as on_delete
  from pg_constraint k
  join pg_class t on t.oid = k.conrelid
  join pg_class f on f.oid = k.confrelid
  join pg_namespace n on n.oid = t.relnamespace
  join pg_attribute a on a.attrelid = t.oid and a.attnum = k.conkey[1]
  join pg_attribute b on b.attrelid = f.oid and b.attnum = k.confkey[1]
  where k.contype = 'f' and cardinality(k.conkey) = 1 and n.nspname = ${schema} and f.relnamespace = t.relnamespace
    ${tables ? sql`and t.relname = any(${tables}::text[])` : sql``}
  order by t.relname, k.conname`

/** `in (?, ?)` of names, each bound; the database that is in use when there are none. */
const among = (column: string, tables: readonly string[] | undefined) =>
  tables ? sql`and ${sql.ref(column)} in (${sql.join(tables.length ? tables : [''])})` : sql``

/** MariaDB's JSON is text with a check. */
const mariaJson = (tables: readonly string[] | undefined) => sql<{ table_name: string; column_name: string }>`
  select table_name as table_name, constraint_name as column_name from information_schema.check_constraints
  where constraint_schema = database() and level = 'Column' and check_clause = concat('json_valid(\`', constraint_name, '\`)') ${among('table_name', tables)}`

const mysqlColumns = (tables: readonly string[] | undefined) => sql<ColumnRow>`
  select c.table_name as table_name, c.column_name as column_name, c.column_type as type, t.table_type like '%VIEW' as is_view,
    c.is_nullable = 'YES' as nullable, (c.column_default is not null and c.column_default <> 'NULL') as has_default,
    c.extra like '%auto_increment%' as identity, (c.extra like '% GENERATED' or c.extra like '%VIRTUAL%' or c.extra like '%STORED%') as ${sql.id('generated')},
    null as choices, c.column_comment as comment
  from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
  where c.table_schema = database() ${among('c.table_name', tables)}
  order by c.table_name, c.ordinal_position`

const mysqlIndexes = (tables: readonly string[] | undefined) => sql<IndexRow>`
  select table_name as table_name, index_name as index_name, non_unique = 0 as is_unique, index_name = 'PRIMARY' as is_primary, column_name as column_name
  from information_schema.statistics where table_schema = database() and column_name is not null ${among('table_name', tables)}
  order by table_name, index_name, seq_in_index`

const mysqlReferences = (tables: readonly string[] | undefined) => sql<ReferenceRow>`
  select k.table_name as table_name, k.constraint_name as name, k.column_name as column_name, k.referenced_table_name as target,
    k.referenced_column_name as target_column, lower(r.delete_rule) as on_delete
  from information_schema.key_column_usage k
  join information_schema.referential_constraints r on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
  where k.table_schema = database() and k.referenced_table_schema = k.table_schema ${among('k.table_name', tables)}
    and not exists (select 1 from information_schema.key_column_usage o where o.constraint_schema = k.constraint_schema
      and o.constraint_name = k.constraint_name and o.table_name = k.table_name and o.ordinal_position > 1)
  order by k.table_name, k.constraint_name`

/** Choices of a MySQL `enum('a','b')`. */
export const enumChoices = (type: string): string[] =>
  /^enum\(/i.test(type) ? [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => (text as string).replaceAll("''", "'")) : []

/** Tables of a database, or those of these names; `on` another executor than the store's own, such as a transaction. */
export async function readStructure(
  store: Store,
  { tables, on = store.on }: { tables?: readonly string[]; on?: QueryExecutorProvider } = {},
): Promise<FoundTable[]> {
  const [columnsSql, indexesSql, referencesSql] =
    store.engine === 'postgres'
      ? [pgColumns(store.schema, tables), pgIndexes(store.schema, tables), pgReferences(store.schema, tables)]
      : [mysqlColumns(tables), mysqlIndexes(tables), mysqlReferences(tables)]
  const columns = (await columnsSql.execute(on)).rows
  // MySQL's own catalogue has no such columns, and needs none: its JSON is a type.
  const json =
    store.engine === 'mysql'
      ? await mariaJson(tables)
          .execute(on)
          .then(({ rows }) => new Set(rows.map(row => `${row.table_name}\u0000${row.column_name}`)))
          .catch(() => new Set<string>())
      : new Set<string>()
  const indexes = (await indexesSql.execute(on)).rows
  const references = (await referencesSql.execute(on)).rows

  const found = new Map<string, FoundTable>()
  for (const row of columns) {
    let table = found.get(row.table_name)
    if (!table) {
      if (found.size >= MAX_TABLES) break
      table = { name: row.table_name, isView: !!row.is_view, columns: [], primaryKey: [], indexes: [], references: [] }
      found.set(row.table_name, table)
    }
    const column: FoundColumn = {
      name: row.column_name,
      type: json.has(`${row.table_name}\u0000${row.column_name}`) ? 'json' : row.type,
      nullable: !!row.nullable,
      hasDefault: !!row.has_default,
      identity: !!row.identity,
      generated: !!row.generated,
      choices: row.choices ? row.choices.split('\u001f') : enumChoices(row.type),
      comment: row.comment ?? '',
    }
    table.columns.push(column)
  }
  const byIndex = new Map<string, FoundIndex>()
  for (const row of indexes) {
    const table = found.get(row.table_name)
    if (!table) continue
    if (row.is_primary) {
      table.primaryKey.push(row.column_name)
      continue
    }
    const key = `${row.table_name}\u0000${row.index_name}`
    let index = byIndex.get(key)
    if (!index) {
      index = { name: row.index_name, columns: [], unique: !!row.is_unique }
      byIndex.set(key, index)
      table.indexes.push(index)
    }
    index.columns.push(row.column_name)
  }
  for (const row of references)
    found
      .get(row.table_name)
      ?.references.push({ name: row.name, column: row.column_name, table: row.target, targetColumn: row.target_column, onDelete: row.on_delete })
  return [...found.values()]
}
