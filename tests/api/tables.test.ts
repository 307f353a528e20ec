// The hand-typed tables of store/tables against the migrated database: same tables, same columns, null where null may be.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'

const folder = fileURLToPath(new URL('../../api/server/store/tables/', import.meta.url))
const areas = readdirSync(folder).filter(file => file !== 'columns.ts')
const source = areas.map(file => readFileSync(folder + file, 'utf8')).join('\n')
/** Tables that the migrations keep for themselves. */
const OWN = ['tessera_migration', 'tessera_migration_lock']

/** `{person: {id: false, …}}`: each column and whether it may be null. */
function typed(): Record<string, Record<string, boolean>> {
  const tables = [...source.matchAll(/export interface \w+Tables \{([^}]*)\}/g)].map(m => m[1]).join('\n')
  return Object.fromEntries(
    [...tables.matchAll(/^\s*(\w+): (\w+)$/gm)].map(([, table, type]) => {
      const body = new RegExp(`export interface ${type} \\{\\n([^}]*)\\n\\}`).exec(source)?.[1] ?? ''
      // A line deeper than the first level belongs to the type of a column.
      const columns = [...body.matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, name, text]) => [name, /\bnull\b|MaybeTime/.test(text as string)])
      return [table, Object.fromEntries(columns)]
    }),
  )
}

let world: World
beforeAll(async () => {
  world = await makeWorld({}, { populated: false })
})
afterAll(() => world.close())

it('tables.ts names exactly the tables and columns that the migrations make', async () => {
  const { rows } = await world.pool.query(`
    select c.table_name as table, c.column_name as column, c.is_nullable = 'YES' as nullable
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`)
  const stored: Record<string, Record<string, boolean>> = {}
  for (const { table, column, nullable } of rows) if (!OWN.includes(table)) (stored[table] ??= {})[column] = nullable
  expect(Object.keys(stored).length).toBeGreaterThan(10)
  expect(typed()).toEqual(stored)
})
