// Connections to the databases of external sources: few, bounded in time, closed when they are not used.
import { connect as connectTcp } from 'node:net'
import { Kysely, MysqlDialect, PostgresDialect, sql, type MysqlPool, type QueryExecutorProvider } from 'kysely'
import mysql from 'mysql2'
import pg from 'pg'
import type { Core } from '../../../core.ts'
import { ApiError } from '../../../errors.ts'
import { outliveErrors } from '../../../store/database.ts'
import { addressOf, AddressError } from '../../foundation/addresses.ts'
import type { Engine } from '../columns.ts'
import type { Frequent } from './frequent.ts'

export interface Settings {
  host: string
  port: number
  database: string
  /** PostgreSQL only. */
  schema: string
  username: string
  /** `verify` checks the server's certificate, `require` only encrypts. */
  tls: 'off' | 'require' | 'verify'
  /** Certificate (PEM) of the authority to believe instead of the usual ones. */
  ca: string
}

/** A database as rows and structures are read and written, whichever it is. */
export interface Store {
  engine: Engine
  /** Schema of its tables; empty in MySQL, where the connection's database is. */
  schema: string
  on: QueryExecutorProvider
  transaction<T>(run: (on: QueryExecutorProvider) => Promise<T>): Promise<T>
  /** The same in a transaction with others that come at the same time; of our own database. What is done may be done twice, the first time to no end. */
  together?<T>(run: (on: QueryExecutorProvider) => Promise<T>): Promise<T>
  /** Rows of a statement that is prepared once it was asked often; of our own database. */
  frequent?: Frequent
}

/** What is said of addresses at which no database may be. */
export const NO_DATABASE = { private: 'This installation allows no databases in private networks', never: 'This address cannot be that of a database' }

export const MAX_CONNECTIONS = 5
const MAX_POOLS = 50
const IDLE_MS = 300_000
const CONNECT_MS = 5000
/** One question may take this long; the database is told to stop then. */
export const QUERY_MS = 20_000

/** Dates as text, whatever the time zone of either machine; numbers that a double holds as numbers, others as text. */
function pgTypes() {
  const own: Record<number, (text: string) => unknown> = {
    20: text => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
    // What is no day of a calendar, such as infinity, stays text.
    1114: text => (/^\d{4}-\S+ [\d:.]+$/.test(text) ? new Date(`${text.replace(' ', 'T')}Z`) : text),
  }
  return { getTypeParser: (oid: number, format?: 'text' | 'binary') => (format !== 'binary' && own[oid]) || pg.types.getTypeParser(oid, format as 'text') }
}

function tlsOf({ tls, ca, host }: Settings) {
  if (tls === 'off') return undefined
  return { rejectUnauthorized: tls === 'verify', servername: host, minVersion: 'TLSv1.2' as const, ...(ca && { ca }) }
}

/** Options of a PostgreSQL connection to a checked address. */
export const pgOptions = (settings: Settings, password: string, address: string): pg.ClientConfig => ({
  host: address,
  port: settings.port,
  database: settings.database,
  user: settings.username,
  password,
  ssl: tlsOf(settings) ?? false,
  connectionTimeoutMillis: CONNECT_MS,
  statement_timeout: QUERY_MS,
  query_timeout: QUERY_MS + 2000,
  lock_timeout: 5000,
  idle_in_transaction_session_timeout: 30_000,
  application_name: 'tessera',
  types: pgTypes() as pg.CustomTypesConfig,
})

/** Options of a MySQL or MariaDB connection to a checked address. */
export const mysqlOptions = (settings: Settings, password: string, address: string): mysql.ConnectionOptions => {
  const tls = tlsOf(settings)
  return {
    // The name for the certificate, the checked address for the connection.
    host: settings.host,
    stream: () => connectTcp({ host: address, port: settings.port }),
    port: settings.port,
    database: settings.database,
    user: settings.username,
    password,
    ...(tls && { ssl: { ...tls, verifyIdentity: settings.tls === 'verify' } }),
    connectTimeout: CONNECT_MS,
    charset: 'utf8mb4_unicode_ci',
    timezone: 'Z',
    dateStrings: ['DATE'],
    // A JSON value may itself be a text; fields make of it what they are.
    jsonStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: false,
    multipleStatements: false,
    maxPreparedStatements: 100,
    // Never reads a file of this machine because the server asks for it.
    flags: ['-LOCAL_FILES'],
    infileStreamFactory: () => {
      throw new Error('LOAD DATA LOCAL is not allowed')
    },
    stringifyObjects: true,
  }
}

/** Session settings of a MySQL connection: errors instead of silent cuts, times in UTC, an end to long questions. MariaDB and MySQL name the last differently. */
export const MYSQL_SESSION = [
  `set session sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'`,
  `set session time_zone = '+00:00'`,
  `set session innodb_lock_wait_timeout = 5`,
]
const MYSQL_LIMITS = [`set session max_statement_time = ${QUERY_MS / 1000}`, `set session max_execution_time = ${QUERY_MS}`]

/** A pool whose statements with parameters are prepared by the server: values never become part of a statement's text. */
function preparing(pool: mysql.Pool): MysqlPool {
  return {
    getConnection(done) {
      pool.getConnection((error, connection) => {
        if (error) return done(error, undefined as never)
        const query = ((text: string, parameters: readonly unknown[], answer?: (error: unknown, result: unknown) => void) =>
          parameters.length
            ? connection.execute({ sql: text, timeout: QUERY_MS + 2000 }, parameters.map(bindable), answer as never)
            : connection.query({ sql: text, timeout: QUERY_MS + 2000 }, answer as never)) as never
        // Kysely knows a connection by its identity, so the same wrapper is kept with it.
        const kept = connection as typeof connection & { tessera?: { query: never; release(): void } }
        kept.tessera ??= { query, release: () => connection.release() }
        done(null, kept.tessera as never)
      })
    },
    end: done => pool.end(done as never),
  }
}

/** What the wire protocol of prepared statements takes. */
function bindable(value: unknown) {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return value.toString()
  return value as string
}

interface Opened {
  db: Kysely<unknown>
  settings: string
  usedAt: number
}

export function createConnections({ config, log }: Pick<Core, 'config' | 'log'>) {
  const pools = new Map<string, Opened>()

  function close(key: string) {
    const opened = pools.get(key)
    if (!opened) return
    pools.delete(key)
    opened.db.destroy().catch(error => log.warn({ err: error }, 'closing the connections of a data source'))
  }
  function closeIdle() {
    for (const [key, { usedAt }] of pools) if (Date.now() - usedAt > IDLE_MS) close(key)
    // The map is in the order of use.
    for (const key of pools.keys()) {
      if (pools.size <= MAX_POOLS) break
      close(key)
    }
  }
  const timer = setInterval(closeIdle, 60_000)
  timer.unref()

  async function open(engine: Engine, settings: Settings, password: string): Promise<Kysely<unknown>> {
    let address: string
    try {
      address = await addressOf(settings.host, config.privateDataSources, NO_DATABASE)
    } catch (error) {
      throw unreachable(error)
    }
    if (engine === 'postgres') {
      const pool = new pg.Pool({ ...pgOptions(settings, password, address), max: MAX_CONNECTIONS, idleTimeoutMillis: 30_000 })
      outliveErrors(pool)
      return new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    }
    const pool = mysql.createPool({ ...mysqlOptions(settings, password, address), connectionLimit: MAX_CONNECTIONS, queueLimit: 200, idleTimeout: 30_000 })
    return new Kysely<unknown>({
      dialect: new MysqlDialect({
        pool: preparing(pool),
        async onCreateConnection(connection) {
          const say = (text: string) => connection.executeQuery({ sql: text, parameters: [], query: undefined as never, queryId: undefined as never })
          for (const text of MYSQL_SESSION) await say(text)
          for (const text of MYSQL_LIMITS) await say(text).catch(() => {})
        },
      }),
    })
  }

  return {
    /** The database of an external source; opened when it is first asked for, opened anew when the settings changed. */
    async storeOf(key: string, engine: Engine, settings: Settings, password: string): Promise<Store> {
      const text = JSON.stringify([engine, settings, password])
      let opened = pools.get(key)
      if (opened && opened.settings !== text) {
        close(key)
        opened = undefined
      }
      if (opened) pools.delete(key)
      opened ??= { db: await open(engine, settings, password), settings: text, usedAt: 0 }
      opened.usedAt = Date.now()
      pools.set(key, opened)
      closeIdle()
      const { db } = opened
      return {
        engine,
        schema: engine === 'postgres' ? settings.schema || 'public' : '',
        on: db,
        transaction: run => db.transaction().execute(trx => run(trx)),
      }
    },

    /** Forgets the connections of a source, so that the next question looks the host up again. */
    close,

    async stop() {
      clearInterval(timer)
      for (const key of pools.keys()) close(key)
    },
  }
}

/** What a failed connection says to somebody who only wanted rows. */
export function unreachable(error: unknown): ApiError {
  const said = error instanceof AddressError ? error.english : error instanceof Error ? error.message : String(error)
  return new ApiError('data.unreachable', 'The database of this source cannot be reached: {reason}', 503, { values: { reason: said.slice(0, 300) } })
}

const AWAY =
  /^(ECONN|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|PROTOCOL_CONNECTION_LOST|ER_ACCESS_DENIED|ER_BAD_DB|ER_DBACCESS|ER_CON_COUNT|HANDSHAKE|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|ERR_TLS)/
/** Whether an error is about the connection and not about the question. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    AWAY.test(code) ||
    /^(08|28|3D000|53|57P)/.test(code) ||
    /^(Connection terminated|timeout expired|timeout exceeded|The server does not support SSL)/.test(message)
  )
}

/** Runs `select 1`, as the smallest question. */
export const ping = (store: Store) => sql`select 1 as one`.execute(store.on)
