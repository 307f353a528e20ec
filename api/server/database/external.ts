// A PostgreSQL of the operator's own, named by DATABASE_URL; its password may come from the install page instead.
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { OpenedDatabase } from './index.ts'

export function openExternal(config: Config): OpenedDatabase {
  const url = new URL(config.databaseUrl)
  const inUrl = decodeURIComponent(url.password)
  const kept = join(config.dataDir, 'database-password')
  let password = inUrl || (existsSync(kept) ? readFileSync(kept, 'utf8') : '')
  const options = (): pg.ClientConfig => {
    const bare = new URL(config.databaseUrl)
    bare.password = ''
    // A function, so that the password typed on the install page serves connections made later.
    return { connectionString: bare.href, password: () => password }
  }
  return {
    embedded: false,
    options: options(),
    async stop() {},
    async tryPassword(candidate) {
      const bare = new URL(config.databaseUrl)
      bare.password = ''
      // An address that holds the password is the truth; a server that trusts its peers would take any.
      if (inUrl) return candidate === inUrl
      const client = new pg.Client({ connectionString: bare.href, password: candidate, connectionTimeoutMillis: 5000 })
      try {
        await client.connect()
        await client.end()
        return true
      } catch {
        return false
      }
    },
    ...(!inUrl && {
      async usePassword(next: string) {
        password = next
        await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
        await writeFile(`${kept}.tmp`, next, { mode: 0o600 })
        await rename(`${kept}.tmp`, kept)
      },
    }),
  }
}
