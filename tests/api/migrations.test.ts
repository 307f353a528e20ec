// Migrations: databases of earlier versions go on, two processes apply each once, and one that fails changes nothing.
import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../api/generated/migrations.ts'
import { migrate, migrationState } from '../../api/server/store/migrate.ts'
import { freshDatabase } from '../support/world.ts'

const names = migrations.map(one => one.name)
/** Those up to 0034, as versions before Kysely's migrator applied them: in the order in which they landed. */
const LANDED = names
  .filter(name => name < '0035')
  .sort((a, b) => {
    const place = (name: string) => ['0014', '0020', '0015', '0016', '0017', '0023', '0024', '0021', '0022', '0025', '0026', '0027'].indexOf(name.slice(0, 4))
    return place(a) >= 0 && place(b) >= 0 ? place(a) - place(b) : a.localeCompare(b)
  })

let pools: pg.Pool[] = []
let drop: () => Promise<void>
let pool: pg.Pool
/** As of another process. */
let other: pg.Pool
async function open(empty: boolean) {
  const fresh = await freshDatabase({ empty })
  const connect = () => new pg.Pool({ ...fresh.database.options, max: 2, statement_timeout: 20_000 })
  return { pools: [connect(), connect()], drop: fresh.drop }
}
beforeEach(async () => {
  ;({ pools, drop } = await open(true))
  ;[pool, other] = pools as [pg.Pool, pg.Pool]
})
afterEach(async () => {
  await Promise.all(pools.map(one => one.end()))
  await drop()
})

/** What an earlier version did. */
async function migrateAsBefore(count: number) {
  await pool.query('create table if not exists tessera_migration (name text primary key, applied_at timestamptz not null default now())')
  for (const name of LANDED.slice(0, count)) {
    await pool.query(migrations.find(one => one.name === name)?.sql ?? '')
    await pool.query('insert into tessera_migration (name) values ($1)', [name])
  }
}

/** Columns, constraints, indexes and triggers, each as a line; columns without their place, and nothing of the list of migrations. */
async function shape(of: pg.Pool): Promise<string[]> {
  const { rows } = await of.query(`
    select concat_ws(' ', table_name, column_name, data_type, udt_name, is_nullable, column_default, generation_expression) as line
      from information_schema.columns where table_schema = 'public'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    order by 1`)
  return rows.map(row => row.line as string).filter(line => !line.includes('tessera_migration'))
}
const applied = async () => (await pool.query('select name from tessera_migration order by name')).rows.map(row => row.name)

it('each file is in the list, under its own name', () => {
  expect(names.map(name => `${name}.ts`)).toEqual(readdirSync(new URL('../../api/server/store/migrations/', import.meta.url)).sort())
})

describe('a database of an earlier version', () => {
  // Of the first version, with 0020 and without 0015, in the middle of numbers that landed the other way round, and the last.
  it.each([1, 15, 20, 31])('goes on after %i migrations, and comes to the same tables as a new one', async count => {
    await migrateAsBefore(count)
    const state = await migrationState(pool)
    expect([state.fresh, state.pending]).toEqual([false, names.filter(name => !LANDED.slice(0, count).includes(name))])
    const since = (await pool.query('select name, applied_at as at from tessera_migration order by name')).rows
    expect(await migrate(pool)).toEqual(state.pending)
    expect((await pool.query('select name, timestamp as at from tessera_migration where name = any($1) order by name', [LANDED.slice(0, count)])).rows).toEqual(
      since,
    )
    expect((await migrationState(pool)).pending).toEqual([])
    const template = await open(false)
    expect(await shape(pool)).toEqual(await shape(template.pools[0] as pg.Pool))
    await Promise.all(template.pools.map(one => one.end()))
    await template.drop()
  })

  it('is taken on by two processes at once', async () => {
    await migrateAsBefore(3)
    const done = await Promise.all([migrate(pool), migrate(other)])
    expect(done.map(list => list.length).sort()).toEqual([0, names.length - 3])
    expect(await applied()).toEqual(names)
  })

  it('is still read by an earlier version after that', async () => {
    await migrateAsBefore(31)
    await migrate(pool)
    await pool.query(`insert into tessera_migration (name) values ('0099-of-another-version')`)
    expect((await migrationState(pool)).pending).toEqual([])
  })
})

describe('an empty database', () => {
  it('is fresh until something was applied', async () => {
    expect(await migrationState(pool)).toMatchObject({ fresh: true, pending: names })
    const all = [...migrations, { name: '0000-broken', sql: 'select nothing from nowhere' }]
    await expect(migrate(pool, all)).rejects.toThrow('nowhere')
    expect(await migrationState(pool, all)).toMatchObject({ fresh: true, pending: [...names, '0000-broken'] })
  })

  it('is migrated once by three calls of two processes, which wait for one another', async () => {
    const all = [...migrations, { name: '9999-slow', sql: 'create table later (id int); select pg_sleep(0.5)' }]
    const done = await Promise.all([migrate(pool, all), migrate(other, all), migrate(pool, all)])
    expect(done.map(list => list.length).sort((a, b) => a - b)).toEqual([0, 0, names.length + 1])
    expect(await migrate(pool, all)).toEqual([])
  })
})

describe('a migration that fails', () => {
  it('leaves the database as the ones before had left it, and says what the database says', async () => {
    await migrate(pool)
    const before = await shape(pool)
    const good = { name: '9998-good', sql: 'create table later (id int)' }
    const bad = { name: '9999-bad', sql: 'create table another (id int); create table person (id int)' }
    await expect(migrate(pool, [...migrations, good, bad])).rejects.toMatchObject({ code: '42P07', message: 'relation "person" already exists' })
    expect(await shape(pool)).toEqual(before)
    expect(await applied()).toEqual(names)
    expect(await migrate(other, [...migrations, good])).toEqual(['9998-good'])
  })

  it('leaves no lock and no connection without a limit of time', async () => {
    await expect(migrate(pool, [...migrations, { name: '9999-bad', sql: 'select nothing from nowhere' }])).rejects.toThrow('nowhere')
    expect(
      (
        await pool.query(
          `select count(*)::int as n from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
        )
      ).rows,
    ).toEqual([{ n: 0 }])
    expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '20s' }])
  })

  it('may take longer than any call', async () => {
    const short = new pg.Pool({ ...pool.options, password: (pool.options as pg.PoolConfig).password, statement_timeout: 200 })
    pools.push(short)
    await migrate(pool)
    expect(await migrate(short, [...migrations, { name: '9999-slow', sql: 'select pg_sleep(0.4)' }])).toEqual(['9999-slow'])
  })
})
