// One question on a connection of its own, in a transaction that only reads, which ends with it. How long it takes and how much it answers is limited here as well as in
// the database: what a statement might change of the session is gone with the connection.
import { connect as connectTcp, type Socket } from 'node:net'
import { promisify } from 'node:util'
import mysql from 'mysql2'
import pg from 'pg'
import { ApiError } from '../../../../errors.ts'
import { cutOff } from '../../../../store/database.ts'
import { mysqlOptions, MYSQL_SESSION, type Settings } from '../../sources/connections.ts'

/** After its time it is ended from outside. */
const GRACE_MS = 2_000
/** Of an answer, as it comes over the wire. */
export const MOST_BYTES = 4 * 1024 * 1024

export type ColumnType = 'integer' | 'decimal' | 'boolean' | 'date' | 'text'
export interface Question {
  sql: string
  values: readonly unknown[]
  /** Rows that are read, one more than are shown. */
  rows: number
  zone: string
  schema: string
  /** How long it may take. */
  ms: number
}
export interface Found {
  columns: { name: string; type: ColumnType }[]
  rows: unknown[][]
}

export const accountRefused = () =>
  new ApiError(
    'query.sqlAccount',
    'The account of this source may read files or manage the server, so SQL cannot be kept to reading its tables. Give the source an account without such rights',
    409,
  )
const tooLarge = () => new ApiError('query.tooLarge', 'The answer is larger than {limit} MB', 422, { values: { limit: MOST_BYTES / 1024 / 1024 } })
const tooSlow = () => new ApiError('data.tooSlow', 'The database took too long. Narrow the conditions, or add an index', 503)

/** Runs to the end, or to the limits; `stop` ends the connection, `kill` what the database still does for it. */
async function bounded<T>(
  ms: number,
  run: (limits: { count(bytes: number): void }) => Promise<T>,
  { stop, kill }: { stop(): void; kill(): Promise<unknown> },
): Promise<T> {
  let refusal: ApiError | undefined
  let size = 0
  const end = (why: ApiError) => {
    if (refusal) return
    refusal = why
    stop()
    kill().catch(() => {})
  }
  const timer = setTimeout(() => end(tooSlow()), ms + GRACE_MS)
  try {
    return await run({
      count(bytes) {
        size += bytes
        if (size > MOST_BYTES) end(tooLarge())
      },
    })
  } catch (error) {
    throw refusal ?? error
  } finally {
    clearTimeout(timer)
  }
}

const PG_TYPES: Record<number, ColumnType> = {
  20: 'integer',
  21: 'integer',
  23: 'integer',
  26: 'integer',
  700: 'decimal',
  701: 'decimal',
  1700: 'decimal',
  16: 'boolean',
  1082: 'date',
}
const AS_TEXT = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig
const ADMINISTRATES = `select 1 from pg_roles r where (r.rolname = current_user and r.rolsuper)
  or (r.rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_signal_backend') and pg_has_role(current_user, r.oid, 'member'))`

/** Asks PostgreSQL with the account of these options, which is refused where it is more than that of somebody who reads and writes tables. */
export async function askPostgres(options: pg.ClientConfig, question: Question, kill: (pid: number) => Promise<unknown>): Promise<Found> {
  const client = new pg.Client({
    ...options,
    types: AS_TEXT,
    statement_timeout: question.ms,
    query_timeout: question.ms + GRACE_MS,
    application_name: 'tessera sql',
  })
  client.on('error', () => {})
  const pid = () => (client as unknown as { processID: number }).processID
  try {
    return await bounded(
      question.ms,
      async ({ count }) => {
        await client.connect()
        const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
        await client.query('begin transaction read only')
        const settings: Record<string, string> = {
          search_path: client.escapeIdentifier(question.schema),
          TimeZone: question.zone,
          DateStyle: 'ISO',
          standard_conforming_strings: 'on',
          lock_timeout: '2s',
          idle_in_transaction_session_timeout: `${question.ms + GRACE_MS}ms`,
          work_mem: '16MB',
          max_parallel_workers_per_gather: '0',
          jit: 'off',
        }
        const pairs = Object.entries(settings)
        await client.query(`select ${pairs.map((_pair, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`).join(', ')}`, pairs.flat())
        if ((await client.query(ADMINISTRATES)).rows.length) throw accountRefused()
        stream.on('data', (chunk: Buffer) => count(chunk.length))
        // Prepared: the database takes one statement, and values are never part of its text.
        const wrapped = {
          text: `select * from (${question.sql}) as asked limit ${question.rows}`,
          values: [...question.values],
          rowMode: 'array',
          queryMode: 'extended',
        }
        const { fields, rows } = await client.query(wrapped as pg.QueryArrayConfig)
        const columns = fields.map(({ name, dataTypeID }) => ({ name, type: PG_TYPES[dataTypeID] ?? ('text' as const) }))
        return { columns, rows: rows.map(row => row.map((value, at) => (columns[at]?.type === 'boolean' && value !== null ? value === 't' : value))) }
      },
      { stop: () => cutOff(client), kill: () => kill(pid()) },
    )
  } finally {
    // A connection that was cut off says so.
    await client.end().catch(() => {})
  }
}

const MYSQL_TYPES: Record<number, ColumnType> = {
  0: 'decimal',
  246: 'decimal',
  4: 'decimal',
  5: 'decimal',
  1: 'integer',
  2: 'integer',
  3: 'integer',
  8: 'integer',
  9: 'integer',
  13: 'integer',
  10: 'date',
  14: 'date',
}
/** With one of these an account does more than read and write tables. */
const MANAGING = [
  'FILE',
  'SUPER',
  'SHUTDOWN',
  'RELOAD',
  'PROCESS',
  'CREATE USER',
  'CONNECTION ADMIN',
  'READ_ONLY ADMIN',
  'SYSTEM_VARIABLES_ADMIN',
  'SYSTEM_USER',
]

export async function askMysql(
  settings: Settings,
  password: string,
  address: string,
  question: Question,
  kill: (id: number) => Promise<unknown>,
): Promise<Found> {
  let socket: Socket | undefined
  const stream = () => (socket = connectTcp({ host: address, port: settings.port }))
  const connection = mysql.createConnection({ ...mysqlOptions(settings, password, address), stream, dateStrings: true, rowsAsArray: true })
  connection.on('error', () => {})
  const ask = promisify((text: string, done: (error: Error | null, rows: unknown) => void) => connection.query(text, done as never))
  let timer: NodeJS.Timeout | undefined
  try {
    return await bounded(
      question.ms,
      async ({ count }) => {
        for (const text of MYSQL_SESSION) await ask(text)
        // MariaDB and MySQL name the limit of time differently.
        const limits = [`set session max_statement_time = ${question.ms / 1000}`, `set session max_execution_time = ${question.ms}`]
        const taken = await Promise.allSettled(limits.map(text => ask(text)))
        if (!taken.some(({ status }) => status === 'fulfilled')) throw accountRefused()
        await ask('set session group_concat_max_len = 1000000')
        const held = (await ask(
          `select 1 from information_schema.user_privileges where privilege_type in (${MANAGING.map(one => `'${one}'`).join(', ')}) limit 1`,
        )) as unknown[]
        if (held.length) throw accountRefused()
        await ask('start transaction read only')
        // Counted below the encryption, where there is one.
        let before = socket?.bytesRead ?? 0
        const look = () => {
          const now = socket?.bytesRead ?? 0
          count(now - before)
          before = now
        }
        timer = setInterval(look, 20)
        const { fields, rows } = await new Promise<{ rows: unknown[][]; fields: mysql.FieldPacket[] }>((done, fail) =>
          connection.execute(
            { sql: `select * from (${question.sql}) as asked limit ${question.rows}`, rowsAsArray: true },
            [...question.values] as never[],
            (error, found, about) => {
              if (error) fail(error)
              else done({ rows: found as unknown as unknown[][], fields: about })
            },
          ),
        )
        look()
        const columns = fields.map(({ name, columnType = 253 }) => ({ name, type: MYSQL_TYPES[columnType] ?? ('text' as const) }))
        return { columns, rows: rows.map(row => row.map(value => (Buffer.isBuffer(value) ? value.toString() : value))) }
      },
      { stop: () => connection.destroy(), kill: () => kill(connection.threadId ?? 0) },
    )
  } finally {
    clearInterval(timer)
    connection.destroy()
  }
}
