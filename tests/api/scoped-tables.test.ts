// The tables of apps and organisations against the migrated database: a table whose rows always say whose they are has a scope.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SCOPED_TABLES } from '../../api/server/store/scoped-tables.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({}, { populated: false })
})
afterAll(() => world.close())

it('exactly the tables with an organisation or an app that is never null have a scope', async () => {
  const { rows } = await world.pool.query<{ table: string; columns: string[] }>(`
    select c.table_name as table, array_agg(c.column_name::text order by c.column_name desc) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('company_id', 'app_id') and c.is_nullable = 'NO'
    group by c.table_name`)
  const stored = Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))
  // The app itself is one of its rows.
  expect(SCOPED_TABLES).toEqual({ ...stored, app: ['company_id', 'id'] })
})
