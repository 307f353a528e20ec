// One PostgreSQL for the whole run; every test file gets a copy of a migrated database on it.
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { TestProject } from 'vitest/node'
import { connect } from '../../api/server/store/database.ts'
import { migrate } from '../../api/server/store/migrate.ts'
import { COUNT_CHANGES } from './changes.ts'
import { populate, type Ids, type WholeDb } from './people.ts'
import { openTestServer } from './test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server: { host: string; user: string; password: string }
    /** Of what each world begins with. */
    ids: Ids
  }
}

export default async function setup(project: TestProject) {
  // TEST_PG_BIN_DIR runs the same tests on another PostgreSQL, see scripts/test.ts.
  const { database, stop } = await openTestServer(process.env.TEST_PG_BIN_DIR)
  const { host, user, password } = database.options as { host: string; user: string; password: string }
  const server = { host, user, password }
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query('create database tessera_template')
  const pool = new pg.Pool({ ...server, database: 'tessera_template', max: 1 })
  await migrate(pool)
  await pool.end()
  // Written once: nine hundred worlds would write the same.
  await admin.query('create database tessera_populated template tessera_template')
  const { pool: filling, db } = connect({ ...server, database: 'tessera_populated', max: 1 })
  project.provide('ids', await populate(db as WholeDb))
  // A server makes them when it first has work for later: 50 ms of PostgreSQL for each world that has some.
  const queues = new PgBoss({
    schema: 'pgboss',
    db: { executeSql: (text, values) => filling.query(text, values) },
    registerInstance: false,
    supervise: false,
    schedule: false,
  })
  await queues.start()
  await queues.stop({ graceful: false })
  await filling.query(COUNT_CHANGES)
  await filling.end()
  // A run signs in some ten thousand times; its password is worth no 4,096 rounds. PostgreSQL 15 cannot be told so.
  if (Number((await admin.query('show server_version_num')).rows[0].server_version_num) >= 160_000) {
    await admin.query('set scram_iterations = 1')
    await admin.query(`alter role ${admin.escapeIdentifier(user)} password ${admin.escapeLiteral(password)}`)
  }
  await admin.end()
  project.provide('server', server)
  return stop
}
