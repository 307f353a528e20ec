// Versions of the runtime that generated projects have in them: the one of this server, and those that pushes were made with, which are kept so that a
// mini-program may stay with the one it was tried with.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runtime, shells } from '../../../generated/miniapp-files.ts'
import type { Core } from '../../core.ts'
import { projectRoot } from '../../root.ts'
import type { Db, Trx } from '../../store/database.ts'

export interface RuntimeFiles {
  runtime: string
  shells: Readonly<Record<string, string>>
}
const MOST = 50

/** The version of this server, and of what files: two builds of one version may differ. */
function shippedVersion(): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
  const files = createHash('sha256').update(runtime).update(JSON.stringify(shells)).digest('hex')
  return `${version}+${files.slice(0, 8)}`
}

export function createRuntimes({ db }: Pick<Core, 'db'>) {
  const shipped = shippedVersion()
  return {
    shipped,

    /** The newest first. */
    async list(): Promise<string[]> {
      const kept = await db.selectFrom('miniapp_runtime').select('version').where('version', '!=', shipped).orderBy('created_at', 'desc').limit(MOST).execute()
      return [shipped, ...kept.map(({ version }) => version)]
    },

    /** Undefined where no such version is known. */
    async read(version: string): Promise<RuntimeFiles | undefined> {
      if (version === shipped) return { runtime, shells }
      const kept = await db.selectFrom('miniapp_runtime').select('files').where('version', '=', version).executeTakeFirst()
      return kept?.files
    },

    /** A push or a release was made with it: it stays, whatever this server comes with later. */
    async keep(version: string, trx: Db | Trx) {
      if (version !== shipped) return
      await trx
        .insertInto('miniapp_runtime')
        .values({ version, files: JSON.stringify({ runtime, shells }) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    },
  }
}
export type Runtimes = ReturnType<typeof createRuntimes>
