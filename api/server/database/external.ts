// A PostgreSQL of the operator's own, named by DATABASE_URL; its password may come from the install page instead.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import { isDatabaseLocked } from '../store/database.ts'
import type { OpenedDatabase } from './index.ts'
import { StartError } from './start-error.ts'

const same = (a: string, b: string) => timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

export function openExternal(config: Config): OpenedDatabase {
  if (!URL.canParse(config.databaseUrl) || !/^postgres(ql)?:/.test(config.databaseUrl))
    throw new StartError('DATABASE_URL should look like postgresql://user:password@host:5432/database')
  const url = new URL(config.databaseUrl)
  const inUrl = decodeURIComponent(url.password)
  url.password = ''
  const kept = join(config.dataDir, 'database-password')
  // Read at each connection, so that a password typed on the install page of one process serves the others.
  // pg leaves a connection hanging for a minute where it is asked for a password and has none, so a wrong one is sent instead.
  const password = () => inUrl || (existsSync(kept) && readFileSync(kept, 'utf8')) || 'none'

  // Taken apart, as an address without a password would win over the password beside it.
  const { host, port, user, database, ssl } = new pg.Client({ connectionString: url.href })
  const server: pg.ClientConfig = { host, port, user, database, ssl, options: url.searchParams.get('options') ?? undefined }

  return {
    embedded: false,
    options: { ...server, password },
    async stop() {},
    async tryPassword(candidate) {
      // An address that holds the password is the truth; a server that trusts its peers would take any.
      if (inUrl) return same(candidate, inUrl)
      const client = new pg.Client({ ...server, password: candidate, connectionTimeoutMillis: 5000 })
      client.on('error', () => {})
      try {
        await client.connect()
        return true
      } catch (error) {
        if (isDatabaseLocked(error)) return false
        throw error
      } finally {
        await client.end().catch(() => {})
      }
    },
    ...(!inUrl && {
      async usePassword(next: string) {
        await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
        const fresh = `${kept}.${randomBytes(6).toString('hex')}`
        await writeFile(fresh, next, { mode: 0o600, flush: true })
        await rename(fresh, kept)
      },
    }),
  }
}
