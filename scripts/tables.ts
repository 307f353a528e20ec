// The migrated database → api/server/store/tables.ts, by kysely-codegen. `npm run gen:tables` writes it, tests/api/tables.test.ts holds it true.
import { readFileSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import {
  generate,
  GenericExpressionNode as Of,
  IdentifierNode as Name,
  LiteralNode as Text,
  PostgresDialect,
  UnionExpressionNode as Either,
} from 'kysely-codegen'
import { format } from 'oxfmt'

/** What a table or a column is for, where its name does not say it. */
const NOTES: Record<string, string> = {
  'app.permission_revision': 'Number of the last version of its permissions; counted up by triggers.',
  'app.tree_revision': "Counted up by triggers with every change of the pages' tree.",
  'audit.http_status': 'Of HTTP; zero for what no request did.',
  'body.unused_since': 'When it was found that nothing names it; swept some days later.',
  data_applied: "What an environment's database holds of a model; rows are read and written by it.",
  'data_applied.revision': 'Another number with each write.',
  'department.external_id': 'What an identity provider calls it.',
  'department.members': 'People in it; counted by the database.',
  'department.path': "Ids from the organisation's first department down to this one.",
  'department.people': 'People in it or below; counted by the database.',
  department_reach: 'Everybody in a department or below it; kept by the database.',
  'directory_connection.secret': 'Sealed; only services/foundation/secrets.ts opens it.',
  'identity.issuer': 'Which provider; subjects of two of them have nothing to do with each other.',
  'member.banned': 'A member who may not use the organisation.',
  'member.external_id': "What an identity provider calls somebody: its id, and a user name that is not the person's own.",
  'member.provisioned': "Made by this organisation's identity provider.",
  'member.revision': 'Goes up with every change that a provider sees.',
  'member.scim': 'SCIM attributes that have no column.',
  'page.owner_id': 'The resource owner.',
  page_draft: 'Unsaved work of one person on a page; replaced at every autosave, so it is no body of its own hash.',
  'permission_list.environment': "'' is the app itself, otherwise a tag.",
  'permission_override.environment': "'' is every environment.",
  'person.password_is_initial': 'Given by an administrator: the person has to choose another one.',
  reset_session: 'A browser that wants to choose a password anew.',
  'role.type': '0 holds people of the organisation, 1 external users.',
  'role_member.user_id': 'The subject by its kind; made by the database, as the ids of the other kinds are.',
  row_change: 'Something that happened to rows of a model.',
  row_permission: 'Which rows of a model some people may see.',
  'scim_token.ending': 'The last characters, to tell tokens apart.',
  'scim_token.invites': 'Whether people whom it adds get a mail.',
  'session.provider': 'Kind of the provider that this session comes from, and what ends it there as well, sealed.',
  'share.key': 'What the link carries.',
  'share.unlock_key': 'Signs the cookies of those who gave the password.',
  'widget_group.company_id': 'Null for a group of the platform.',
  'widget_template.body': 'The exact JSON text of the schema.',
}

/** Texts of which the database takes few, without a constraint that says so. */
const VALUES: Record<string, string[]> = {
  'directory_link.platform': ['dingding', 'feishu', 'workweixin'],
  'directory_run.platform': ['dingding', 'feishu', 'workweixin'],
  'permission_change.what': ['role', 'member', 'list', 'override', 'option', 'flag', 'row'],
  'scim_token.locale': ['en-US', 'zh-CN'],
}

/** Of `check (kind in ('a', 'b'))`, as PostgreSQL writes it down. */
const LIST = /^CHECK \(\(\w+ = ANY \(ARRAY\[('(?:[^']|'')*'::text(?:, )?)+\]\)\)\)$/
const valuesOf = (check: string) => (LIST.test(check) ? [...check.matchAll(/'([^']*)'::text/g)].map(found => found[1] as string) : undefined)

interface Column {
  name: string
  type: string
  initial: boolean
  isMade: boolean
}

export async function tablesText<DB>(db: Kysely<DB>): Promise<string> {
  const checks = await sql<{ name: string; check: string }>`
    select c.conrelid::regclass::text || '.' || a.attname as name, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and array[a.attnum] = c.conkey
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace`.execute(db)
  const values = { ...VALUES, ...Object.fromEntries(checks.rows.map(({ name, check }) => [name, valuesOf(check)])) }
  const { rows } = await sql<Column>`
    select table_name || '.' || column_name as name, data_type as type,
      column_default is not null as initial, is_generated = 'ALWAYS' as "isMade"
    from information_schema.columns where table_schema = 'public'`.execute(db)
  // As trees: texts would be read by an interface of TypeScript that version 7 no longer has.
  const columns: Record<string, Of> = {}
  for (const { name, type, initial, isMade } of rows) {
    const json = new Of('JsonColumn', [new Text(name)])
    if (type === 'jsonb') columns[name] = initial ? new Of('Generated', [json]) : json
    if (isMade) columns[name] = new Of('ColumnType', [new Either([new Name('string'), new Name('null')]), new Name('never'), new Name('never')])
  }
  const made = new Set(rows.flatMap(row => (row.isMade ? [row.name] : [])))
  const text = await generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string' }),
    customImports: { JsonColumn: './columns.ts' },
    overrides: { columns },
    excludePattern: 'tessera_migration*',
    skipAutogeneratedFileComment: true,
    outFile: null,
    print: false,
    postprocess: async ({ metadata }) => {
      for (const table of metadata.tables)
        for (const column of table.columns) {
          const name = `${table.name}.${column.name}`
          column.enumValues = values[name] ?? null
          column.comment = NOTES[name] ?? null
          // Counts and sizes: store/database.ts reads them as numbers.
          if (column.dataType === 'int8') column.dataType = 'int4'
          if (made.has(name)) column.isNullable = false
        }
      return metadata
    },
  })
  const tables = Object.entries(NOTES).filter(([name]) => !name.includes('.'))
  const interfaceOf = (table: string) => new RegExp(`^  ${table}: (\\w+);$`, 'm').exec(text)?.[1] ?? table
  const noted = tables.reduce((all, [table, note]) => all.replace(`export interface ${interfaceOf(table)} {`, `/** ${note} */\n$&`), text)
  const whole = `// Made from the migrations by \`npm run gen:tables\`, and held against them by tests/api/tables.test.ts.\n${noted.replace('export interface DB {', 'export interface Tables {')}`
  const style = JSON.parse(readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'))
  return (await format('tables.ts', whole, style)).code
}
