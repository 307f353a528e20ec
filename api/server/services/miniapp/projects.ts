// Mini-programs of an app as source: what would be made, and the projects that the vendors' own tools build.
import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { runtime, shells } from '../../../generated/miniapp-files.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import { planPages, type PlannedPage, type PlanParts } from './plan.ts'
import type { RuntimeFiles } from './runtimes.ts'
import { uniappFiles, type Platform } from './uniapp.ts'

/** Types of apps, and of entries. */
const WEB = 1
const MINIAPP = 3

export interface Wanted {
  from: string
  entryKey: string
  target: 'WEAPP' | 'h5'
  /** Address of this server, as those who use the mini-program reach it. */
  server: string
}

/** A push: one project for each of its mini-programs. */
export interface WantedPush {
  from: string
  /** Environment that they run against. */
  tag: string
  version: string
  entries: readonly string[]
  platform: Platform
  server: string
  files: RuntimeFiles
}

export function createProjects({ db }: Pick<Core, 'db'>, parts: PlanParts) {
  async function entries(scope: Scope) {
    const rows = await inApp(db, scope)
      .selectFrom('entry')
      .select(['key', 'name', 'config', 'page_id'])
      .where('type', '=', MINIAPP)
      .orderBy('sort')
      .orderBy('id')
      .execute()
    return rows.map(({ key, name, config, page_id }) => ({
      key,
      name,
      pageId: page_id ?? '',
      miniapp: (config as { miniapp?: Record<string, string> }).miniapp ?? {},
    }))
  }

  function zipped(files: Record<string, string>): Promise<Buffer> {
    const zip = new yazl.ZipFile()
    for (const [path, text] of Object.entries(files))
      zip.addBuffer(Buffer.from(text), path, { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true })
    zip.end()
    return new Promise((done, fail) => {
      const chunks: Buffer[] = []
      ;(zip.outputStream as Readable)
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', fail)
        .on('end', () => done(Buffer.concat(chunks)))
    })
  }

  const homeOf = (pages: readonly PlannedPage[], pageId: string | undefined) => pages.find(({ id, path }) => id === pageId && !path.includes('/:'))?.path ?? ''
  const noPages = () => new ApiError('release.nothingToExport', 'There is no page to export yet', 422)

  return {
    entries,

    /** Pages of dev or a version by how they would be drawn, and the mini-programs to choose from. */
    async plan(scope: Scope, from: string) {
      const [pages, known] = await Promise.all([planPages(parts, scope, from), entries(scope)])
      return { entries: known.map(({ key, name }) => ({ value: key, label: name })), pages }
    },

    /** The project as an archive. */
    async write(company: CompanyInScope, app: AppInScope, { from, entryKey, target, server }: Wanted): Promise<{ name: string; content: Buffer }> {
      const scope = { companyId: company.id, appId: app.id }
      const known = await entries(scope)
      if (app.type === WEB && !entryKey)
        throw fieldError('release.entryMissing', 'entryKey', known.length ? 'Please choose a mini-program' : 'No mini-programs have been created')
      const entry = known.find(({ key }) => key === entryKey)
      if (entryKey && !entry) throw fieldError('release.entryMissing', 'entryKey', 'The app has no such mini-program')
      const pages = await planPages(parts, scope, from)
      if (!pages.length) throw noPages()
      const files = uniappFiles({
        company: company.key,
        app: from === 'dev' ? `${app.key}-dev` : app.key,
        name: entry?.name ?? app.name,
        version: from === 'dev' ? '0.0.0' : from,
        server,
        miniapp: entry?.miniapp ?? {},
        home: homeOf(pages, entry?.pageId),
        pages,
        platform: target === 'h5' ? 'h5' : 'mp-weixin',
        files: { runtime, shells },
      })
      return { name: `${app.key}-${from}-uniapp.zip`, content: await zipped(files) }
    },

    /** The projects of a push as one archive, a folder for each mini-program. */
    async archive(company: CompanyInScope, app: AppInScope, { from, tag, version, entries: keys, platform, server, files }: WantedPush): Promise<Buffer> {
      const scope = { companyId: company.id, appId: app.id }
      const [pages, known] = await Promise.all([planPages(parts, scope, from), entries(scope)])
      if (!pages.length) throw noPages()
      const projects = keys.map(key => {
        const entry = known.find(one => one.key === key)
        if (!entry) throw fieldError('release.entryMissing', 'entries', 'The app has no such mini-program')
        const project = uniappFiles({
          company: company.key,
          app: tag === 'latest' ? app.key : `${app.key}-${tag}`,
          name: entry.name,
          version,
          server,
          miniapp: entry.miniapp,
          home: homeOf(pages, entry.pageId),
          pages,
          platform,
          files,
        })
        return Object.entries(project).map(([path, text]) => [`${key}/${path}`, text] as const)
      })
      return zipped(Object.fromEntries(projects.flat()))
    },
  }
}
