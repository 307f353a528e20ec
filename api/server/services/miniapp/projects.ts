// Mini-programs of an app as source: what would be made, and the projects that the vendors' own tools build.
import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { runtime, shells } from '../../../generated/miniapp-files.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import { UNTOLD, type Progress } from '../foundation/progress.ts'
import { filesFor, hasShell, type Framework } from './frameworks.ts'
import { planAll, planPages, type PlannedPage, type PlanParts } from './plan.ts'
import { plainIcon } from './plain-icon.ts'
import { createPictures } from './pictures.ts'
import type { Platform } from './project.ts'
import { MINIAPP_APP, type ReleaseForms } from './release-form.ts'
import type { RuntimeFiles, Runtimes } from './runtimes.ts'
import { quickappFiles } from './quickapp.ts'

/** Types of apps, and of entries. */
const WEB = 1
const MINIAPP = 3
const CARD = 4

export interface Wanted {
  from: string
  entryKey: string
  /** Both as the release says, or uni-app and WeChat, where nothing is said. */
  framework: Framework | undefined
  target: 'WEAPP' | 'h5' | undefined
  /** Address of this server, as those who use the mini-program reach it. */
  server: string
  progress?: Progress
}

/** A push: one project for each of its mini-programs. */
export interface WantedPush {
  from: string
  /** Environment that they run against. */
  tag: string
  version: string
  entries: readonly string[]
  framework: Framework
  platform: Platform
  server: string
  files: RuntimeFiles
}

interface Parts extends PlanParts {
  storedFiles: Parameters<typeof createPictures>[0]
  forms: ReleaseForms
  runtimes: Runtimes
}

export function createProjects({ db }: Pick<Core, 'db'>, parts: Parts) {
  const pictures = createPictures(parts.storedFiles)

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

  async function zipped(files: Record<string, string | Buffer>, progress: Progress = UNTOLD): Promise<Buffer> {
    // All of them are compressed at once: how many are done is not known on the way.
    await progress.begin('pack', 0)
    const zip = new yazl.ZipFile()
    for (const [path, content] of Object.entries(files))
      zip.addBuffer(Buffer.from(content), path, { mtime: new Date(2000, 0, 1), mode: 0o100644, forceDosTimestamp: true })
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

  const releasedAs = async (scope: Scope, type: number, from: string) => (type === MINIAPP_APP && from !== 'dev' ? parts.forms.of(scope, from) : undefined)

  return {
    entries,

    /** Pages of dev or a version by how they would be drawn, the mini-programs to choose from, and what the release of the version says. */
    async plan(scope: Scope, type: number, from: string) {
      const [{ pages, left }, known, applet] = await Promise.all([planAll(parts, scope, from), entries(scope), releasedAs(scope, type, from)])
      return { entries: known.map(({ key, name }) => ({ value: key, label: name })), pages, left, applet: applet ?? null }
    },

    /** The project as an archive. */
    async write(
      company: CompanyInScope,
      app: AppInScope,
      { from, entryKey, framework: wanted, target, server, progress }: Wanted,
    ): Promise<{ name: string; content: Buffer }> {
      const scope = { companyId: company.id, appId: app.id }
      const known = await entries(scope)
      if (app.type === WEB && !entryKey)
        throw fieldError('release.entryMissing', 'entryKey', known.length ? 'Please choose a mini-program' : 'No mini-programs have been created')
      const entry = known.find(({ key }) => key === entryKey)
      if (entryKey && !entry) throw fieldError('release.entryMissing', 'entryKey', 'The app has no such mini-program')
      const pages = await planPages(parts, scope, from, progress)
      if (!pages.length) throw noPages()
      const released = await releasedAs(scope, app.type, from)
      const framework = wanted ?? released?.codeType ?? 'uniapp'
      const asReleased = released && (await parts.runtimes.read(released.runtimeVersion))
      const files = asReleased && (framework === 'uniapp' || hasShell(asReleased, framework)) ? asReleased : { runtime, shells }
      const kept = released?.exportAllImages ? await pictures.of(pages) : {}
      const project = filesFor(framework, {
        company: company.key,
        app: from === 'dev' ? `${app.key}-dev` : app.key,
        name: entry?.name ?? app.name,
        version: from === 'dev' ? '0.0.0' : from,
        server,
        miniapp: entry?.miniapp ?? {},
        home: homeOf(pages, entry?.pageId),
        pages,
        pictures: Object.fromEntries(Object.entries(kept).map(([address, { name }]) => [address, `/static/pictures/${name}`])),
        platform: (target ?? released?.appletType) === 'h5' ? 'h5' : 'mp-weixin',
        files,
      })
      const images = Object.fromEntries(Object.values(kept).map(({ name, content }) => [`src/static/pictures/${name}`, content]))
      return { name: `${app.key}-${from}-${framework}.zip`, content: await zipped({ ...project, ...images }, progress) }
    },

    /** The project of a quick app as an archive; of a card it has the card besides. */
    async writeQuick(
      company: CompanyInScope,
      app: AppInScope,
      { from, server, progress }: Pick<Wanted, 'from' | 'server' | 'progress'>,
    ): Promise<{ name: string; content: Buffer }> {
      const scope = { companyId: company.id, appId: app.id }
      const pages = await planPages(parts, scope, from, progress)
      if (!pages.length) throw noPages()
      const drawn = pages.filter(({ isNative, path }) => isNative && !path.includes('/:'))
      if (!drawn.length) throw new ApiError('release.nothingNative', 'A quick app draws none of these pages natively', 422)
      const [entry] = await inApp(db, scope)
        .selectFrom('entry')
        .select('page_id')
        .where('page_id', 'is not', null)
        .orderBy('sort')
        .orderBy('id')
        .limit(1)
        .execute()
      const home = homeOf(pages, entry?.page_id ?? undefined)
      const files = quickappFiles({
        company: company.key,
        app: from === 'dev' ? `${app.key}-dev` : app.key,
        name: app.name,
        version: from === 'dev' ? '0.0.0' : from,
        server,
        home,
        // A card is no place for a web page.
        card: app.type === CARD ? (drawn.find(({ path }) => path === home) ?? drawn[0])?.path : undefined,
        pages,
        icon: (await pictures.icon(app.logo)) ?? { name: 'logo.png', content: plainIcon() },
        files: { runtime, shells },
      })
      return { name: `${app.key}-${from}-quickapp.zip`, content: await zipped(files, progress) }
    },

    /** The projects of a push as one archive, a folder for each mini-program. */
    async archive(company: CompanyInScope, app: AppInScope, wanted: WantedPush): Promise<Buffer> {
      const { from, tag, version, entries: keys, framework, platform, server, files } = wanted
      const scope = { companyId: company.id, appId: app.id }
      const [pages, known] = await Promise.all([planPages(parts, scope, from), entries(scope)])
      if (!pages.length) throw noPages()
      const projects = keys.map(key => {
        const entry = known.find(one => one.key === key)
        if (!entry) throw fieldError('release.entryMissing', 'entries', 'The app has no such mini-program')
        const project = filesFor(framework, {
          company: company.key,
          app: tag === 'latest' ? app.key : `${app.key}-${tag}`,
          name: entry.name,
          version,
          server,
          miniapp: entry.miniapp,
          home: homeOf(pages, entry.pageId),
          pages,
          pictures: {},
          platform,
          files,
        })
        return Object.entries(project).map(([path, text]) => [`${key}/${path}`, text] as const)
      })
      return zipped(Object.fromEntries(projects.flat()))
    },
  }
}
