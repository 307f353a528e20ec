// One pool, one Kysely, one set of type parsers for every engine.
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { OpenTables } from './scoped-tables.ts'
import { ThriftyClient } from './thrifty-client.ts'

// int8 counts and sizes fit a double here; numeric and date stay text so that nothing is rounded or shifted by a time zone.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1082, text => text)

/** Without the tables of apps and organisations: store/scoped.ts asks for those. */
export type Db = Kysely<OpenTables>
export type Trx = Transaction<OpenTables>

/** Where rows with app content may be looked for; `inApp` of store/scoped.ts puts it into queries. */
export interface Scope {
  companyId: string
  appId: string
}

export interface Connected {
  pool: pg.Pool
  db: Db
  /** Ends every open connection at once, those in use too: what they wait for comes to nothing, and the next question connects anew. */
  dropAll(): void
}

/** An error of a connection reaches whoever asks on it; without a listener here it would end the process as well. */
export const outliveErrors = (pool: pg.Pool) => pool.on('error', () => {}).on('connect', client => client.on('error', () => {}))

/**
 * What the database does about connections that nobody answers on any more: a network that broke in the middle of a transaction would leave its locks
 * for hours. As `options`, so that those of an operator's own address come after them and win.
 */
const SETTINGS = {
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  tcp_keepalives_idle: '20',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '30s',
}
export const withSettings = (given: string | undefined) =>
  [...Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`), given ?? ''].join(' ').trim()

export function connect(options: pg.PoolConfig): Connected {
  // Connections keep what they prepared; new ones now and then keep that from growing.
  const pool = new pg.Pool({
    max: 20,
    maxLifetimeSeconds: 1_800,
    connectionTimeoutMillis: 10_000,
    application_name: 'tessera',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    Client: ThriftyClient,
    ...options,
    options: withSettings(options.options),
  })
  const open = new Set<pg.PoolClient>()
  outliveErrors(pool)
  pool.on('connect', client => void open.add(client))
  pool.on('remove', client => void open.delete(client))
  return {
    pool,
    db: new Kysely<OpenTables>({ dialect: new PostgresDialect({ pool }) }),
    dropAll() {
      for (const client of open) cutOff(client)
    },
  }
}

/** Closes the socket under a connection whose other side may not answer any more. */
export const cutOff = (client: pg.ClientBase) =>
  (client as unknown as pg.Client).connection.stream.destroy(
    Object.assign(new Error('Connection terminated: the database does not answer'), { code: 'ETIMEDOUT' }),
  )

const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])

/** True for errors that say nothing about the question asked: the server is stopping, starting, full or out of reach. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', syscall, message = '' } = (error ?? {}) as { code?: string; syscall?: string; message?: string }
  // Classes 08 (connection), 53 (no resources), 57P (shutdown, crash, starting up); 3D000: the database is not there yet.
  if (/^(08|53|57P)/.test(code) || code === '3D000') return true
  if (AWAY_CODES.has(code) || (syscall === 'connect' && code === 'ENOENT')) return true
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(message)
}

/** True when the server refused the password or the user. */
export function isDatabaseLocked(error: unknown): boolean {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string }
  return code === '28P01' || code === '28000' || /client password must be a/.test(message)
}

/** SHA-256 as PostgreSQL stores it. */
export const hex = (hash: Buffer) => hash.toString('hex')
