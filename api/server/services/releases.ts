// Releases: a manifest (page id → what it was) per publish, and the pointer of each environment to one of them.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../core.ts'
import { ApiError, fieldError, notFound } from '../errors.ts'
import { hex, type Db, type Scope, type Trx } from '../store/database.ts'
import type { AppInScope, CompanyInScope } from './access.ts'
import { pathShape } from './pages/paths.ts'
import { treeOf, type PageKind } from './pages/index.ts'
import { keepReleaseConsts } from './permission/const-values.ts'

/** Topic of the message that tells every process which environment changed. */
export const RELEASE_TOPIC = 'release'
/** Where releases go when nothing else is said; `dev` is no environment to publish to, it always shows the saved pages. */
const TAGS = ['latest', 'qa', 'sandbox']
const FIRST_VERSION = '1.0.0'

export interface ManifestEntry {
  kind: PageKind
  /** Hex SHA-256 of the body; null for groups and links. */
  hash: string | null
  name: string
  path: string
  parentId: string | null
  icon: string
  link: string
  visible: boolean
  sort: number
}
/** Page id → what the page was when it was published. */
export type Manifest = Record<string, ManifestEntry>

export interface Const {
  var: string
  value: string
}
export interface Publish {
  version?: string
  /** `dev` or a published version. */
  from?: string
  title: string
  description?: string
  tag?: string
  /** 1: everything · 2: the pages of partialBody, the rest stays as the environment has it. */
  mode?: 1 | 2
  partialBody?: string[]
  languages?: string[]
  consts?: { var: string; value?: string }[]
  /** The app runs by itself, installed from a package. */
  standalone?: boolean
}
interface ReleaseConfig {
  consts?: Const[]
  languages?: string[]
  partialBody?: string[]
  pageCount?: number
}
type Option = { label: string; value: string; children?: Option[] }

/** The text that a manifest's hash is made from: the same pages give the same text, whatever order they were read in. */
function manifestText(manifest: Manifest): string {
  const ids = Object.keys(manifest).sort()
  return JSON.stringify(
    Object.fromEntries(
      ids.map(id => {
        const { kind, hash, name, path, parentId, icon, link, visible, sort } = manifest[id] as ManifestEntry
        return [id, { kind, hash, name, path, parentId, icon, link, visible, sort }]
      }),
    ),
  )
}

/** Entries of a manifest in menu order. */
export function entriesInOrder(manifest: Manifest): (ManifestEntry & { id: string })[] {
  return Object.entries(manifest)
    .map(([id, entry]) => ({ id, ...entry }))
    .sort((a, b) => a.sort - b.sort || (a.id < b.id ? -1 : 1))
}

/** The next number after the highest of `versions` that is made of numbers and dots. */
export function nextVersion(versions: readonly string[]): string {
  const numbers = versions.filter(v => /^\d{1,9}(\.\d{1,9})*$/.test(v)).map(v => v.split('.').map(Number))
  if (!numbers.length) return FIRST_VERSION
  const highest = numbers.reduce((a, b) => {
    for (let i = 0; i < Math.max(a.length, b.length); i++) if ((a[i] ?? 0) !== (b[i] ?? 0)) return (a[i] ?? 0) > (b[i] ?? 0) ? a : b
    return a.length >= b.length ? a : b
  })
  return [...highest.slice(0, -1), (highest.at(-1) ?? 0) + 1].join('.')
}

/** The environment's manifest with the chosen pages, and the groups they stand in, taken from the source. */
function merged(now: Manifest, source: Manifest, chosen: readonly string[]): Manifest {
  const result: Manifest = { ...now }
  for (const id of chosen) {
    const entry = source[id]
    if (!entry) throw fieldError('release.pageUnknown', 'partialBody', 'The version to publish has no such page')
    result[id] = entry
  }
  for (const id of chosen)
    for (let parent = source[id]?.parentId; parent && !result[parent]; parent = source[parent]?.parentId) {
      const group = source[parent]
      if (group) result[parent] = group
    }

  const conflict = (name: string) =>
    new ApiError('release.pagesConflict', 'These pages do not fit those that are published: {name}', 422, {
      values: { name },
      fields: { partialBody: 'These pages do not fit those that are published: {name}' },
    })
  const paths = new Map<string, string>()
  for (const entry of Object.values(result)) {
    if (!entry.path) continue
    const shape = pathShape(entry.path)
    const other = paths.get(shape)
    if (other !== undefined) throw conflict(`${other}, ${entry.name}`)
    paths.set(shape, entry.name)
  }
  for (const [id, entry] of Object.entries(result)) {
    const seen = new Set([id])
    for (let parent = entry.parentId; parent && result[parent]; parent = result[parent]?.parentId ?? null) {
      if (seen.has(parent)) throw conflict(entry.name)
      seen.add(parent)
    }
  }
  return result
}

const languagesOf = (app: AppInScope): string[] => (Array.isArray(app.config.languages) ? app.config.languages.filter(l => typeof l === 'string') : [])

export function createReleases({ db, bus, config }: Pick<Core, 'db' | 'bus' | 'config'>) {
  const defaultTag = () => (config.features.testEnvironment ? 'qa' : 'latest')

  /** What dev is now. */
  async function devManifest(scope: Scope, on: Db | Trx): Promise<Manifest> {
    const rows = await on
      .selectFrom('page')
      .select(['id', 'kind', 'body_hash', 'name', 'path', 'parent_id', 'icon', 'link', 'visible', 'sort'])
      .where('company_id', '=', scope.companyId)
      .where('app_id', '=', scope.appId)
      .execute()
    return Object.fromEntries(
      rows.map(({ id, body_hash, parent_id, ...row }) => [id, { ...row, hash: body_hash && hex(body_hash), parentId: parent_id } satisfies ManifestEntry]),
    )
  }

  const manifests = (scope: Scope, on: Db | Trx) =>
    on.selectFrom('manifest').select(['hash', 'entries']).where('manifest.company_id', '=', scope.companyId).where('manifest.app_id', '=', scope.appId)

  const versionsOf = (scope: Scope, on: Db | Trx) =>
    on
      .selectFrom('release')
      .select(['version', 'tag', 'manifest_hash', 'status', 'config'])
      .where('company_id', '=', scope.companyId)
      .where('app_id', '=', scope.appId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()

  /** What `dev` or a published version holds. */
  async function manifestOf(scope: Scope, from: string, on: Db | Trx = db): Promise<Manifest> {
    if (from === 'dev') return devManifest(scope, on)
    const row = await manifests(scope, on)
      .innerJoin('release', join => join.onRef('release.app_id', '=', 'manifest.app_id').onRef('release.manifest_hash', '=', 'manifest.hash'))
      .where('release.version', '=', from)
      .where('release.status', '=', 1)
      .limit(1)
      .executeTakeFirst()
    if (!row) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
    return row.entries as Manifest
  }

  /** The release that an environment runs, with its manifest. */
  async function running(scope: Scope, tag: string, on: Db | Trx = db) {
    const row = await on
      .selectFrom('environment')
      .innerJoin('release', 'release.id', 'environment.release_id')
      .innerJoin('manifest', join => join.onRef('manifest.app_id', '=', 'release.app_id').onRef('manifest.hash', '=', 'release.manifest_hash'))
      .select(['release.id', 'version', 'title', 'release.created_at', 'release.config', 'entries'])
      .where('environment.company_id', '=', scope.companyId)
      .where('environment.app_id', '=', scope.appId)
      .where('environment.tag', '=', tag)
      .executeTakeFirst()
    return (
      row && {
        id: row.id,
        version: row.version,
        title: row.title,
        createdAt: row.created_at.toISOString(),
        manifest: row.entries as Manifest,
        config: row.config as ReleaseConfig,
      }
    )
  }

  const rows = (scope: Scope, on: Db | Trx) =>
    on
      .selectFrom('release')
      .leftJoin('person', 'person.id', 'release.created_by')
      .leftJoin('environment', 'environment.release_id', 'release.id')
      .select([
        'release.id',
        'release.version',
        'release.title',
        'release.description',
        'release.tag',
        'release.source',
        'release.mode',
        'release.status',
        'release.config',
        'release.log',
        'release.created_at',
        'person.name as by_name',
        'environment.tag as runs_in',
      ])
      .where('release.company_id', '=', scope.companyId)
      .where('release.app_id', '=', scope.appId)
  type ReleaseRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

  function releaseOf(row: ReleaseRow, company: CompanyInScope, app: AppInScope) {
    const chosen = row.config as ReleaseConfig
    return {
      id: row.id,
      version: row.version,
      title: row.title,
      description: row.description,
      tag: row.tag,
      from: row.source,
      mode: row.mode as 1 | 2,
      status: row.status as 2 | 1 | -1 | 0,
      current: row.runs_in === row.tag,
      createdAt: row.created_at.toISOString(),
      createdBy: row.by_name ?? '',
      // Page-only releases are made within the call: there is no task to retry.
      taskId: null,
      canRetry: false,
      accessUrl: `/company/${company.key}/app/${app.key}${row.tag === 'latest' ? '' : `-${row.tag}`}`,
      dropDownEntries: [],
      task: { status: row.status, log: row.log },
      consts: chosen.consts ?? [],
      languages: chosen.languages ?? [],
      partialBody: chosen.partialBody ?? [],
      pageCount: chosen.pageCount ?? 0,
    }
  }

  async function get(scope: Scope, company: CompanyInScope, app: AppInScope, id: string, on: Db | Trx = db) {
    const row = await rows(scope, on).where('release.id', '=', id).executeTakeFirst()
    if (!row) throw notFound('release.unknown', 'There is no such release')
    return releaseOf(row, company, app)
  }

  /** The version to store: the given or proposed one. A version names one content, in whichever environments it runs. */
  function chooseVersion(given: string, from: string, tag: string, hash: Buffer, there: Awaited<ReturnType<typeof versionsOf>>): string {
    const names = there.map(r => r.version)
    const isFree = (version: string) => !there.some(r => r.version === version && (r.tag === tag || !r.manifest_hash.equals(hash)))
    if (given && isFree(given)) return given
    if (given || from === 'dev' || !isFree(from)) {
      if (given) throw fieldError('release.versionTaken', 'version', 'This version exists with other content')
      return nextVersion(names)
    }
    return from
  }

  function checkChoices(app: AppInScope, publish: Publish) {
    const offered = languagesOf(app)
    const languages = publish.languages ?? []
    if (offered.length > 1 && !languages.length) throw fieldError('release.languagesMissing', 'languages', 'Language is required')
    if (languages.some(language => !offered.includes(language))) throw fieldError('release.languageUnknown', 'languages', 'The app has no such language')
    const names = (publish.consts ?? []).map(c => c.var)
    const twice = names.findIndex((name, at) => names.indexOf(name) < at)
    if (twice >= 0) throw fieldError('release.constTwice', `consts.${twice}.var`, 'This name is used twice')
    if (publish.tag === 'dev') throw fieldError('release.tagDev', 'tag', 'dev always shows the saved pages; choose another environment')
    if (publish.mode === 2 && !publish.partialBody?.length) throw fieldError('release.pagesMissing', 'partialBody', 'Choose at least one page')
  }

  return {
    get,
    manifestOf,
    running,

    /** Publishes in one transaction: manifest, release, pointer, and the message to all processes. Returns the release. */
    async publish(company: CompanyInScope, app: AppInScope, userId: string, publish: Publish) {
      checkChoices(app, publish)
      const title = publish.title.trim()
      if (!title) throw fieldError('request.invalid', 'title', 'Required')
      const scope = { companyId: company.id, appId: app.id }
      const from = publish.from || 'dev'
      const tag = publish.tag || defaultTag()
      const mode = publish.mode ?? 1
      return db.transaction().execute(async trx => {
        // One publish of an app at a time, and none beside a change of its tree.
        await trx.selectFrom('app').select('id').where('id', '=', app.id).where('company_id', '=', company.id).forNoKeyUpdate().execute()
        const there = await versionsOf(scope, trx)
        if (there.some(r => r.status === 2)) throw new ApiError('release.inProgress', 'A release is in progress', 409)
        const source = await manifestOf(scope, from, trx)
        const manifest = mode === 2 ? merged((await running(scope, tag, trx))?.manifest ?? {}, source, publish.partialBody ?? []) : source
        const text = manifestText(manifest)
        const hash = createHash('sha256').update(text).digest()
        const version = chooseVersion(publish.version ?? '', from, tag, hash, there)
        await trx
          .insertInto('manifest')
          .values({ company_id: company.id, app_id: app.id, hash, entries: text })
          .onConflict(conflict => conflict.doNothing())
          .execute()
        const id = uuidv7()
        const chosen: ReleaseConfig = {
          consts: (publish.consts ?? []).map(c => ({ var: c.var, value: c.value ?? '' })),
          languages: publish.languages ?? [],
          partialBody: mode === 2 ? (publish.partialBody ?? []) : [],
          pageCount: Object.values(manifest).filter(entry => entry.kind === 'page').length,
        }
        await trx
          .insertInto('release')
          .values({
            id,
            company_id: company.id,
            app_id: app.id,
            version,
            title,
            description: publish.description ?? '',
            tag,
            source: from,
            mode,
            standalone: publish.standalone ?? false,
            status: 1,
            manifest_hash: hash,
            config: JSON.stringify(chosen),
            created_by: userId,
          })
          .execute()
        await trx
          .insertInto('environment')
          .values({ app_id: app.id, tag, company_id: company.id, release_id: id })
          .onConflict(conflict => conflict.columns(['app_id', 'tag']).doUpdateSet({ release_id: id, updated_at: sql`now()` }))
          .execute()
        await keepReleaseConsts(trx, scope, tag, chosen.consts ?? [])
        await bus.publish(trx, RELEASE_TOPIC, { appId: app.id, tag })
        return get(scope, company, app, id, trx)
      })
    },

    async list(company: CompanyInScope, app: AppInScope, { page, perPage }: { page: number; perPage: number }) {
      const scope = { companyId: company.id, appId: app.id }
      const [found, counted] = await Promise.all([
        rows(scope, db)
          .orderBy('release.created_at', 'desc')
          .orderBy('release.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        db
          .selectFrom('release')
          .select(eb => [eb.fn.countAll<number>().as('total'), eb.fn.countAll<number>().filterWhere('status', '=', 2).as('busy')])
          .where('company_id', '=', company.id)
          .where('app_id', '=', app.id)
          .executeTakeFirstOrThrow(),
      ])
      return { items: found.map(row => releaseOf(row, company, app)), total: counted.total, page, perPage, inProgress: counted.busy > 0 }
    },

    /** What the publish dialog starts with. */
    async start(company: CompanyInScope, app: AppInScope, given: { tag?: string; from?: string }) {
      const scope = { companyId: company.id, appId: app.id }
      const from = given.from || 'dev'
      const tag = given.tag || defaultTag()
      const there = await versionsOf(scope, db)
      const versions = [...new Set(there.filter(r => r.status === 1).map(r => r.version))]
      const pages = entriesInOrder(await manifestOf(scope, from)).map(({ id, parentId, name }) => ({ id, parentId, name, children: [] }))
      const options = (list: PageOption[]): Option[] =>
        list.map(({ id, name, children }) => ({ label: name, value: id, ...(children.length && { children: options(children) }) }))
      const last = there.find(r => r.tag === tag)
      const isPromotion = from !== 'dev' && !there.some(r => r.version === from && r.tag === tag)
      return {
        version: isPromotion ? from : nextVersion(there.map(r => r.version)),
        from,
        tag,
        fromOptions: ['dev', ...versions].map(value => ({ label: value, value })),
        tagOptions: [...new Set([...TAGS, ...there.map(r => r.tag)])].map(value => ({ label: value, value })),
        partialOptions: options(treeOf<PageOption>(pages)),
        languagesOptions: languagesOf(app).map(value => ({ label: value, value })),
        rolesOptions: [],
        hasRuntimeAcl: false,
        consts: (last?.config as ReleaseConfig | undefined)?.consts ?? [],
      }
    },
  }
}

type PageOption = { id: string; parentId: string | null; name: string; children: PageOption[] }
