// One pool, one Kysely, one set of type parsers for every engine.
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

// int8 counts and sizes fit a double here; numeric and date stay text so that nothing is rounded or shifted by a time zone.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1082, text => text)

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** Where rows with app content may be looked for; every store function that touches such rows takes one. */
export interface Scope {
  companyId: string
  appId: string
}

export function connect(options: pg.PoolConfig): { pool: pg.Pool; db: Db } {
  const pool = new pg.Pool({ max: 20, statement_timeout: 30_000, application_name: 'tessera', ...options })
  // An idle connection that dies (server restarted) must not end the process; the next query reconnects.
  pool.on('error', () => {})
  return { pool, db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

/** SHA-256 as PostgreSQL stores it. */
export const hex = (hash: Buffer) => hash.toString('hex')
