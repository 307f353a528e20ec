// The account that SQL of one app is asked with in the built-in database: it may read the tables of one environment of that app, and nothing else. It is an account that
// signs in, since what is only put on within a session can be taken off within it.
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Core } from '../../../../core.ts'
import { ApiError } from '../../../../errors.ts'
import type { Secrets } from '../../../foundation/secrets.ts'

/** Of one environment, over all processes. */
const CONNECTIONS = 8
/** What it may put into files while it sorts. */
const MOST_FILES = '256MB'

const notHeld = () =>
  new ApiError(
    'query.sqlNotHeld',
    'The account of this installation may make no accounts in its database, so SQL cannot be kept to the tables of one app. It can be used on other sources',
    409,
  )

export function createAppAccounts({ pool }: Pick<Core, 'pool'>, secrets: Pick<Secrets, 'derive'>) {
  /** Names of accounts are those of the whole server, which may hold several installations. */
  async function nameOf(schema: string): Promise<string> {
    const { rows } = await pool.query<{ name: string }>('select current_database() as name')
    return `tessera_sql_${createHash('sha256').update(`${rows[0]?.name} ${schema}`).digest('hex').slice(0, 24)}`
  }

  return {
    /** How to connect as the account of a schema. */
    async optionsOf(schema: string): Promise<pg.ClientConfig> {
      const user = await nameOf(schema)
      // As our own pool connects, but for who.
      const { host, port, database, ssl } = pool.options as pg.PoolConfig
      return { host, port, database, ssl, user, password: secrets.derive(`sql ${user}`), connectionTimeoutMillis: 5000 }
    },

    /** Makes the account, or puts its rights in order; undefined where there are no tables yet. */
    async prepare(schema: string): Promise<boolean> {
      const name = await nameOf(schema)
      const [user, within] = [pg.escapeIdentifier(name), pg.escapeIdentifier(schema)]
      const password = pg.escapeLiteral(secrets.derive(`sql ${name}`))
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query(`select pg_advisory_xact_lock(hashtext($1))`, [name])
        if (!(await client.query('select 1 from pg_namespace where nspname = $1', [schema])).rowCount) {
          await client.query('rollback')
          return false
        }
        const isThere = (await client.query('select 1 from pg_roles where rolname = $1', [name])).rowCount
        await client.query(
          `${isThere ? 'alter' : 'create'} role ${user} login noinherit nocreatedb nocreaterole noreplication connection limit ${CONNECTIONS} password ${password}`,
        )
        await client.query(`grant usage on schema ${within} to ${user}`)
        await client.query(`grant select on all tables in schema ${within} to ${user}`)
        // Tables that models make later.
        await client.query(`alter default privileges in schema ${within} grant select on tables to ${user}`)
        await client.query('savepoint files')
        // Only for an administrator of the server; the limit of time holds in any case.
        await client.query(`alter role ${user} set temp_file_limit = '${MOST_FILES}'`).catch(() => client.query('rollback to savepoint files'))
        await client.query('commit')
        return true
      } catch (error) {
        await client.query('rollback').catch(() => {})
        if ((error as { code?: string }).code === '42501') throw notHeld()
        throw error
      } finally {
        client.release()
      }
    },
  }
}
