// The PostgreSQL server of this machine, on which a part of the tests is run a second time.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

const answer = (program: string, args: string[]) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return ''
  }
}

/** Programs of a PostgreSQL server on this machine, 15 or newer. */
export function installedPostgres(): { bin: string; version: string } | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map(path => join(path, 'postgres'))
  const debian = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort((a, b) => Number(b) - Number(a))
        .map(version => `/usr/lib/postgresql/${version}/bin/postgres`)
    : []
  for (const path of [join(answer('pg_config', ['--bindir']), 'postgres'), ...onPath, ...debian]) {
    if (!existsSync(path)) continue
    // A link elsewhere does not bring its initdb along.
    const bin = dirname(realpathSync(path))
    const version = answer(join(bin, 'postgres'), ['--version'])
    if (Number(/(\d+)/.exec(version)?.[1]) >= 15 && existsSync(join(bin, 'initdb'))) return { bin, version }
  }
  return undefined
}

/** Where a statement may mean something else, or be refused, on another version: rows, models, their changes and what is concurrent. */
export const BY_VERSION = [
  'data-',
  'data.',
  'model.',
  'source.',
  'row',
  'release-models',
  'tables',
  'upgrade',
  'two-processes',
  'permission-agreement',
  'scim.search',
  // Pages with their totals.
  'inbox.list',
].map(name => `tests/api/${name}`)
