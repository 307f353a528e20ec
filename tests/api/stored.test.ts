// What the tests of refused calls lean on: any change of any row of any compared table changes what `stored` tells, in the line of that table.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFixture } from '../support/fixtures.ts'
import { makeWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await makeFixture(world)
  await makeFixture(world)
})
afterAll(() => world?.close())

/** Lines of tables that a statement changes, with nothing that watches rows in its way. */
async function changedBy(sql: string): Promise<string[]> {
  const before = (await world.stored()).split('\n')
  const client = await world.pool.connect()
  try {
    await client.query(`set session_replication_role = replica; ${sql}; reset session_replication_role`)
  } finally {
    client.release()
  }
  const after = (await world.stored()).split('\n')
  // A table whose last row went has no line any more.
  const changed = [...before.filter(line => !after.includes(line)), ...after.filter(line => !before.includes(line))]
  return [...new Set(changed.map(line => line.slice(0, line.indexOf(' '))))]
}
const filled = async () => (await world.stored()).split('\n').map(line => line.slice(0, line.indexOf(' ')))

it('tells the same while nothing changes', async () => expect(await changedBy('select 1')).toEqual([]))

it('tells of one changed letter, in every table', async () => {
  const { rows } = await world.pool.query<{ table: string; column: string }>(
    `select distinct on (table_name) table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and is_generated = 'NEVER' order by table_name, ordinal_position desc`,
  )
  const tables = await filled()
  const tried = rows.filter(({ table }) => tables.includes(table))
  expect(tried.length).toBeGreaterThan(20)
  await world.pool.query(
    `do $$ declare c record; begin for c in select conrelid::regclass as t, conname as n from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
     loop execute format('alter table %s drop constraint %I', c.t, c.n); end loop; end $$`,
  )
  for (const { table, column } of tried) {
    const one = `update "${table}" set "${column}" = coalesce("${column}", '') || 'x' where ctid = (select min(ctid) from "${table}")`
    expect(await changedBy(one), `${table}.${column}`).toEqual([table])
  }
})

it('tells of two rows that exchange a value', async () => {
  const exchange = `update person p set name = o.name from (values ('ann', 'Ben'), ('ben', 'Ann')) o (username, name) where p.username = o.username`
  expect(await changedBy(exchange)).toEqual(['person'])
})

it('tells of a row that is gone, in every table', async () => {
  const tables = await filled()
  expect(tables.length).toBeGreaterThan(25)
  for (const table of tables) expect(await changedBy(`delete from "${table}" where ctid = (select min(ctid) from "${table}")`), table).toEqual([table])
})
