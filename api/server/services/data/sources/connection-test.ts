// Tries a connection step by step and names the one that fails.
import { connect as connectTcp } from 'node:net'
import { promisify } from 'node:util'
import mysql from 'mysql2'
import pg from 'pg'
import { addressOf, AddressError } from '../../foundation/addresses.ts'
import type { Engine } from '../columns.ts'
import { mysqlOptions, NO_DATABASE, pgOptions, type Settings } from './connections.ts'

export const STEPS = ['address', 'connection', 'encryption', 'signIn', 'database', 'rights'] as const
export type Step = (typeof STEPS)[number]
export interface StepResult {
  step: Step
  state: 'passed' | 'failed' | 'skipped'
  /** What went wrong, in English; a key of the dictionary, or the words of the database. */
  english: string
}
export interface TestResult {
  steps: StepResult[]
  failed: Step | null
  /** As the server calls itself. */
  version: string
  /** Whether tables can be made there; reading and writing rows needs less. */
  canCreate: boolean
}

const TIMEOUT_MS = 5000

function openPort(address: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: address, port, timeout: TIMEOUT_MS })
    const end = (error?: Error) => {
      socket.destroy()
      if (error) reject(error)
      else resolve()
    }
    socket.once('connect', () => end())
    socket.once('error', end)
    socket.once('timeout', () => end(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  })
}

const REFUSED: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at this port',
  ETIMEDOUT: 'The host does not answer',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
}

/** The step that an error of a driver belongs to. */
function stepOf(error: { code?: string; message?: string }): Step {
  const { code = '', message = '' } = error
  if (/SSL|TLS|CERT|SELF_SIGNED|UNABLE_TO|HANDSHAKE|certificate/i.test(`${code} ${message}`) && !/^(28|3D)/.test(code)) return 'encryption'
  if (code.startsWith('28') || code === 'ER_ACCESS_DENIED_ERROR' || /auth|password/i.test(`${code} ${message}`)) return 'signIn'
  if (code === '3D000' || code === 'ER_BAD_DB_ERROR') return 'database'
  if (code === '42501' || code === 'ER_DBACCESS_DENIED_ERROR') return 'rights'
  return REFUSED[code] || /timeout/i.test(message) ? 'connection' : 'signIn'
}

const wordsOf = (step: Step, error: { code?: string; message?: string }) => {
  const said = (error.message ?? '').slice(0, 300)
  if (step === 'encryption' && /does not support SSL|HANDSHAKE_NO_SSL/i.test(`${error.code} ${said}`)) return 'The server takes no encrypted connections'
  if (step === 'encryption') return `${said}`
  if (step === 'signIn' && /28P01|ER_ACCESS_DENIED/.test(error.code ?? '')) return 'The user name or the password is wrong'
  if (step === 'database' && /3D000|ER_BAD_DB/.test(error.code ?? '')) return 'There is no database of this name'
  return said
}

interface Rights {
  version: string
  schemaThere: boolean
  canUse: boolean
  canCreate: boolean
}

async function tryPostgres(settings: Settings, password: string, address: string): Promise<Rights> {
  const client = new pg.Client(pgOptions(settings, password, address))
  // A connection that breaks after the answer is not our matter.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `select current_setting('server_version') as version, n.oid is not null as there, coalesce(has_schema_privilege(n.oid, 'usage'), false) as usage,
         coalesce(has_schema_privilege(n.oid, 'create'), false) as create
       from (select 1) one left join pg_namespace n on n.nspname = $1`,
      [settings.schema || 'public'],
    )
    const row = rows[0] as { version: string; there: boolean; usage: boolean; create: boolean }
    return { version: `PostgreSQL ${row.version}`, schemaThere: row.there, canUse: row.usage, canCreate: row.create }
  } finally {
    await client.end().catch(() => {})
  }
}

async function tryMysql(settings: Settings, password: string, address: string): Promise<Rights> {
  const connection = mysql.createConnection(mysqlOptions(settings, password, address))
  connection.on('error', () => {})
  try {
    const query = promisify((text: string, done: (error: Error | null, rows: unknown) => void) => connection.query(text, done as never))
    const [row] = (await query('select version() as version, database() as name')) as { version: string }[]
    const grants = (await query('show grants')) as Record<string, string>[]
    const mayCreate = grants.some(grant => /\b(ALL PRIVILEGES|CREATE)\b/i.test(Object.values(grant)[0] ?? ''))
    const version = row?.version ?? ''
    return {
      version: /mariadb/i.test(version) ? `MariaDB ${version.split('-')[0]}` : `MySQL ${version}`,
      schemaThere: true,
      canUse: true,
      canCreate: mayCreate,
    }
  } finally {
    connection.destroy()
  }
}

/** Never throws: what fails is part of the answer. */
export async function testConnection(engine: Engine, settings: Settings, password: string, mayBePrivate: boolean): Promise<TestResult> {
  const result: TestResult = { steps: [], failed: null, version: '', canCreate: false }
  const end = (failed: Step | null, english = ''): TestResult => {
    const at = failed ? STEPS.indexOf(failed) : STEPS.length
    result.failed = failed
    result.steps = STEPS.map((step, n) => ({
      step,
      state: n > at || (step === 'encryption' && settings.tls === 'off' && n < at) ? 'skipped' : n === at ? 'failed' : 'passed',
      english: n === at ? english : '',
    }))
    return result
  }
  let address: string
  try {
    address = await addressOf(settings.host, mayBePrivate, NO_DATABASE)
  } catch (error) {
    return end('address', error instanceof AddressError ? error.english : String(error))
  }
  try {
    await openPort(address, settings.port)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return end('connection', REFUSED[code] ?? message)
  }
  try {
    const rights = await (engine === 'postgres' ? tryPostgres : tryMysql)(settings, password, address)
    result.version = rights.version
    result.canCreate = rights.canCreate
    if (!rights.schemaThere) return end('rights', 'There is no schema of this name')
    if (!rights.canUse) return end('rights', 'This user may not use the schema')
    return end(null)
  } catch (error) {
    const step = stepOf(error as Error)
    return end(step, wordsOf(step, error as Error))
  }
}

/** Makes a database that is not there, as the user of the connection; answers why it could not, or nothing. */
export async function makeDatabase(engine: Engine, settings: Settings, password: string, mayBePrivate: boolean): Promise<string> {
  try {
    const address = await addressOf(settings.host, mayBePrivate, NO_DATABASE)
    if (engine === 'postgres') {
      const client = new pg.Client(pgOptions({ ...settings, database: 'postgres' }, password, address))
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query(`create database ${pg.escapeIdentifier(settings.database)}`)
      } finally {
        await client.end().catch(() => {})
      }
    } else {
      const { database: _none, ...options } = mysqlOptions(settings, password, address)
      const connection = mysql.createConnection(options)
      connection.on('error', () => {})
      try {
        const query = promisify((text: string, done: (error: Error | null, rows: unknown) => void) => connection.query(text, done as never))
        await query(`create database ${mysql.escapeId(settings.database)} character set utf8mb4`)
      } finally {
        connection.destroy()
      }
    }
    return ''
  } catch (error) {
    return error instanceof AddressError ? error.english : (error as Error).message.slice(0, 300)
  }
}
