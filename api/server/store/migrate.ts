// Which migrations a database still lacks, and applying them in one transaction: Kysely's migrator over the numbered files. A landed file is
// never changed; a new file is added, and `npm run gen` puts it into the list.
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { migrations } from '../../generated/migrations.ts'

const TABLE = 'tessera_migration'

/** Databases of earlier versions call the time `applied_at`. Two processes may do this at once; one that runs an earlier version may be among them. */
const ADOPT = `
do $$ begin
  perform pg_advisory_xact_lock(7265746);
  create table if not exists ${TABLE} (name text primary key, timestamp timestamptz not null default now());
  if exists (select from pg_attribute where attrelid = to_regclass('${TABLE}') and attname = 'applied_at') then
    alter table ${TABLE} rename column applied_at to timestamp;
  end if;
end $$`

export interface MigrationState {
  /** True when nothing was ever applied. */
  fresh: boolean
  pending: string[]
  /** SQL of what is pending, as it will run; empty when there is nothing to do. */
  sql: string
}

/** As it will run. */
export const sqlOf = (all: typeof migrations): string => all.map(m => `-- ${m.name}\n${m.sql.trim()}\n`).join('\n')

/** Reads the state without changing the database. */
export async function migrationState(pool: Pool, all = migrations): Promise<MigrationState> {
  const there = (await pool.query(`select to_regclass('${TABLE}') is not null as there`)).rows[0]?.there
  const done = there ? (await pool.query(`select name from ${TABLE}`)).rows.map(row => row.name as string) : []
  const pending = all.filter(m => !done.includes(m.name))
  return { fresh: !done.length, pending: pending.map(m => m.name), sql: sqlOf(pending) }
}

function migratorOn(client: PoolClient, all: typeof migrations): Migrator {
  const pool = { connect: async () => ({ query: client.query.bind(client), release() {} }), end: async () => {} }
  return new Migrator({
    db: new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as Pool }) }),
    provider: {
      getMigrations: async () =>
        Object.fromEntries(all.map(({ name, sql: text }): [string, Migration] => [name, { up: async db => void (await sql.raw(text).execute(db)) }])),
    },
    migrationTableName: TABLE,
    migrationLockTableName: `${TABLE}_lock`,
    // 0020 landed before 0015: a database may have it and lack the other.
    allowUnorderedMigrations: true,
  })
}

/** Applies all that is pending in one transaction; two processes starting together apply it once. */
export async function migrate(pool: Pool, all = migrations): Promise<string[]> {
  const client = await pool.connect()
  try {
    // A migration of a large table, or waiting for a process that is at it, may take longer than any call.
    await client.query('set statement_timeout = 0')
    await client.query(ADOPT)
    const { error, results = [] } = await migratorOn(client, all).migrateToLatest()
    if (error) throw error
    return results.map(result => result.migrationName)
  } finally {
    // Never used again: it has no limit of time, and a lock where it broke off.
    client.release(true)
  }
}
