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

/**
 * Files that send between them every kind of statement that rows, models, their changes and releases need: a statement may mean something else on another
 * version, or be refused there. Chosen by what the tests sent; the others send the same for other tables, people and sets of rules.
 */
export const BY_VERSION = [
  'data-all-types',
  'data-imports',
  'data-injection',
  'data-outside',
  'data-plan',
  'data-undo-background',
  'data-unnamed-files',
  'data.explainRow',
  'data.exportRows',
  'data.getFile',
  'data.list',
  'data.previewBulk',
  'data.retryBulk',
  'data.undoChange',
  'inbox.list',
  'release-models',
  'row-history',
  'row-references',
  'row-rights',
  'row-rules',
  'scim.search',
  'upgrade',
].map(name => `tests/api/${name}`)
