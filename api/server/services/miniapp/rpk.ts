// The rpk package of a quick app's release: uploaded by hand or by a pipeline, or kept elsewhere and named by its address.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Upload } from '../../handler.ts'
import type { Scope } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import { scopeOf, type AppInScope } from '../foundation/access/index.ts'
import { withZip } from '../foundation/archives/open.ts'
import type { createFiles } from '../foundation/files.ts'
import type { ReleaseConfig } from '../release/index.ts'

const QUICK_APP = 3
const MANIFEST_BYTES = 1024 * 1024

interface Manifest {
  package?: unknown
  versionName?: unknown
  router?: unknown
}
const CODE = 'release.rpkInvalid'

/** What the package says of itself; refused where it is none. */
async function manifestOf(path: string): Promise<Manifest> {
  const { text, hasScript } = await withZip(path, undefined, async zip => ({
    text: (await zip.entries.get('manifest.json')?.read(MANIFEST_BYTES))?.toString('utf8'),
    hasScript: [...zip.entries.keys()].some(name => name.endsWith('.js')),
  })).catch((error: unknown) => {
    // What is wrong with an archive is said as of packages of apps.
    if (!(error instanceof ApiError)) throw error
    throw fieldError(CODE, 'file', 'This is no rpk package: the file cannot be read as an archive')
  })
  if (text === undefined || !hasScript) throw fieldError(CODE, 'file', 'This is no rpk package: it has no manifest.json or no scripts')
  try {
    const said: unknown = JSON.parse(text)
    if (said && typeof said === 'object' && typeof (said as Manifest).package === 'string' && (said as Manifest).router) return said
  } catch {
    // Told below: it says nothing.
  }
  throw fieldError(CODE, 'file', 'This is no rpk package: its manifest.json names no package and no pages')
}

export function createRpk({ db }: Pick<Core, 'db'>, files: Pick<ReturnType<typeof createFiles>, 'add' | 'find' | 'content'>) {
  const keep = (scope: Scope, id: string, config: Pick<ReleaseConfig, 'rpkLink' | 'rpk'>) =>
    inApp(db, scope)
      .updateTable('release')
      .set({ config: sql`(config - 'rpkLink' - 'rpk') || ${JSON.stringify(config)}::jsonb` })
      .where('id', '=', id)
      .execute()

  return {
    async save(app: AppInScope, userId: string, id: string, { file, link }: { file: Upload | undefined; link: string }): Promise<{ rpkLink: string }> {
      const scope = scopeOf(app)
      const release = await inApp(db, scope).selectFrom('release').select(['status', 'version']).where('id', '=', id).executeTakeFirst()
      if (!release) throw notFound('release.unknown', 'There is no such release')
      if (app.type < QUICK_APP) throw new ApiError('release.notQuickapp', 'Only quick apps have an rpk package', 409)
      if (release.status !== 1) throw new ApiError('release.notRunning', 'This release did not succeed', 409)
      if (file && link) throw fieldError('release.rpkBoth', 'rpkLink', 'Choose a file or enter an address, not both')
      if (!file) {
        await keep(scope, id, link ? { rpkLink: link } : {})
        return { rpkLink: link }
      }
      const { versionName } = await manifestOf(file.path)
      if (versionName !== release.version)
        throw fieldError('release.rpkVersion', 'file', 'This package is of version {version}, the release of {wanted}', {
          version: String(versionName).slice(0, 50),
          wanted: release.version,
        })
      const token = randomBytes(32).toString('base64url')
      const kept = await files.add(file.path, {
        name: `${app.key}-${release.version}.rpk`,
        mime: 'application/octet-stream',
        companyId: scope.companyId,
        appId: scope.appId,
        ownerId: userId,
      })
      const rpkLink = `/api/rpk/${id}/${token}`
      await keep(scope, id, { rpkLink, rpk: { file: kept.id, token } })
      return { rpkLink }
    },

    async read(id: string, token: string) {
      const gone = () => notFound('release.rpkUnknown', 'There is no such package')
      const row = await everywhere(db, 'the package of a release: its address has the token of it')
        .selectFrom('release')
        .select('config')
        .where('id', '=', id)
        .where('status', '=', 1)
        .executeTakeFirst()
      const rpk = (row?.config as ReleaseConfig | undefined)?.rpk
      const [one, other] = [Buffer.from(rpk?.token ?? ''), Buffer.from(token)]
      if (!rpk || one.length !== other.length || !timingSafeEqual(one, other)) throw gone()
      const file = await files.find(rpk.file)
      if (!file) throw gone()
      return { name: file.name, size: file.size, content: files.content(file.hash) }
    },
  }
}
