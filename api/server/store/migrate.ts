// Which migrations a database still lacks, and applying them in one transaction.
import type { Pool, PoolClient } from 'pg'
import { migrations } from './migrations/index.ts'

const LOCK = 7_265_746

async function applied(client: Pool | PoolClient): Promise<string[] | undefined> {
  const table = await client.query(`select to_regclass('tessera_migration') is not null as there`)
  if (!table.rows[0]?.there) return undefined
  return (await client.query('select name from tessera_migration order by name')).rows.map(row => row.name as string)
}

export interface MigrationState {
  /** True when nothing was ever applied. */
  fresh: boolean
  pending: string[]
  /** SQL of what is pending, as it will run; empty when there is nothing to do. */
  sql: string
}

/** Reads the state without changing the database. */
export async function migrationState(pool: Pool): Promise<MigrationState> {
  const done = await applied(pool)
  const pending = migrations.filter(m => !done?.includes(m.name))
  return { fresh: done === undefined, pending: pending.map(m => m.name), sql: pending.map(m => `-- ${m.name}\n${m.sql.trim()}\n`).join('\n') }
}

/** Applies all that is pending in one transaction; two processes starting together apply it once. */
export async function migrate(pool: Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // A migration of a large table may take longer than any call.
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query('create table if not exists tessera_migration (name text primary key, applied_at timestamptz not null default now())')
    const done = await applied(client)
    const pending = migrations.filter(m => !done?.includes(m.name))
    for (const migration of pending) {
      await client.query(migration.sql)
      await client.query('insert into tessera_migration (name) values ($1)', [migration.name])
    }
    await client.query('commit')
    return pending.map(m => m.name)
  } catch (error) {
    // Fails as well where the connection is gone; the first error is the one that tells.
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
