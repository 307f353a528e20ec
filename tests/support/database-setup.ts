// One PostgreSQL for the whole run; every test file gets a copy of a migrated database on it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../api/server/config.ts'
import { openDatabase } from '../../api/server/database/index.ts'
import { migrate } from '../../api/server/store/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    server: { host: string; user: string; password: string }
  }
}

export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  // TEST_PG_BIN_DIR runs the same tests on another PostgreSQL, see scripts/test.ts.
  const config = { ...readConfig({}), dataDir: folder, pgBinDir: process.env.TEST_PG_BIN_DIR ?? '' }
  const database = await openDatabase(config, () => {})
  const { host, user, password } = database.options as { host: string; user: string; password: string }
  const server = { host, user, password }
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  await admin.query('create database tessera_template')
  const pool = new pg.Pool({ ...server, database: 'tessera_template', max: 1 })
  await migrate(pool)
  await pool.end()
  await admin.end()
  project.provide('server', server)
  return async () => {
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
