// Releases: what an app was (pages by hash, models, roles and permissions) per publish, and the pointer of each environment to one of them. Publishing
// gives the environment's databases the models of the version in the same transaction.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import { hex, type Db, type Scope, type Trx } from '../../store/database.ts'
import type { AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import {
  readApplied,
  readData,
  readDesign,
  readPermissions,
  type AppDesign,
  type DataDesign,
  type DevRows,
  type Releasing,
  type SourcePlan,
} from '../data/index.ts'
import { treeOf } from '../page/index.ts'
import { refusedInSignInPage } from '../signin/index.ts'
import { keepReleaseConsts, openConsts } from '../permission/index.ts'
import { createFirst, FIRST, notFirst, rowsAnswer, type BroughtRows } from './first.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { contentText, entriesInOrder, manifestText, merged, nextVersion, type Content, type Manifest, type ManifestEntry } from './manifest.ts'

export { entriesInOrder, nextVersion, type Manifest, type ManifestEntry } from './manifest.ts'

/** Where releases go when nothing else is said; `dev` is no environment to publish to, it always shows the saved pages. */
const TAGS = ['latest', 'qa', 'sandbox']

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
  /** `keep`: the environment's databases stay as they are, and with them the models that the release holds. */
  models?: 'apply' | 'keep'
  /** Names the plan that was shown; what is published is that or nothing. */
  planHash?: string
  /** What the plan says to delete may be deleted. */
  confirmLoss?: boolean
  /** The app runs by itself, installed from a package. */
  standalone?: boolean
  /** Models whose rows of dev come along, the first time that the app is published. */
  rows?: string[]
}
interface ReleaseConfig {
  consts?: Const[]
  languages?: string[]
  partialBody?: string[]
  pageCount?: number
  modelCount?: number
  rows?: BroughtRows
}
type Option = { label: string; value: string; children?: Option[] }

const MOST_LOG = 100_000

const chosenModels = ({ mode, models }: Pick<Publish, 'mode' | 'models'>) => models ?? (mode === 2 ? ('keep' as const) : ('apply' as const))
const tagDev = () => fieldError('release.tagDev', 'tag', 'dev always shows the saved pages; choose another environment')

/** What was run in which source, for the details of a release. */
const logOf = (ran: readonly Pick<SourcePlan, 'name' | 'statements'>[]) =>
  ran
    .filter(source => source.statements.length)
    .map(({ name, statements }) => [`-- ${name}`, ...statements.map(statement => `${statement.sql};`)].join('\n'))
    .join('\n\n')
    .slice(0, MOST_LOG)

/** What releases know of an organisation and an app. */
type Company = Pick<CompanyInScope, 'id' | 'key'>
type App = Pick<AppInScope, 'id' | 'key' | 'config'>

const languagesOf = (app: App): string[] => (Array.isArray(app.config.languages) ? app.config.languages.filter(l => typeof l === 'string') : [])

interface Parts {
  releasing: Releasing
  devRows: DevRows
  tests: { checkPublish(app: AppInScope, tag: string, locale: Locale): Promise<void> }
}

export function createReleases({ db, bus, config, log }: Pick<Core, 'db' | 'bus' | 'config' | 'log'>, { releasing, devRows, tests }: Parts) {
  const first = createFirst({ db, log }, { devRows })
  const defaultTag = () => (config.features.testEnvironment ? 'qa' : 'latest')

  /** What dev is now. */
  async function devManifest(scope: Scope, on: Db | Trx): Promise<Manifest> {
    const rows = await inApp(on, scope)
      .selectFrom('page')
      .select(['id', 'kind', 'body_hash', 'name', 'path', 'parent_id', 'icon', 'link', 'visible', 'sort'])
      .execute()
    return Object.fromEntries(
      rows.map(({ id, body_hash, parent_id, ...row }) => [id, { ...row, hash: body_hash && hex(body_hash), parentId: parent_id } satisfies ManifestEntry]),
    )
  }

  const manifests = (scope: Scope, on: Db | Trx) => inApp(on, scope).selectFrom('manifest').select(['hash', 'entries', 'design'])

  /** What a published version holds. */
  const published = (scope: Scope, version: string, on: Db | Trx) =>
    manifests(scope, on)
      .innerJoin('release', join => join.onRef('release.app_id', '=', 'manifest.app_id').onRef('release.manifest_hash', '=', 'manifest.hash'))
      .where('release.version', '=', version)
      .where('release.status', '=', 1)
      .limit(1)

  const versionsOf = (scope: Scope, on: Db | Trx) =>
    inApp(on, scope).selectFrom('release').select(['version', 'tag', 'manifest_hash', 'status']).orderBy('created_at', 'desc').orderBy('id').execute()

  /** What `dev` or a published version holds. */
  async function contentOf(scope: Scope, from: string, on: Db | Trx = db): Promise<Content> {
    if (from === 'dev') return { pages: await devManifest(scope, on), design: await readDesign(scope, on) }
    const row = await published(scope, from, on).executeTakeFirst()
    if (!row) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
    return { pages: row.entries as Manifest, design: row.design as AppDesign | null }
  }
  /** The models alone, without reading the rest. */
  async function dataOf(scope: Scope, from: string): Promise<DataDesign | undefined> {
    if (from === 'dev') return readData(scope, db)
    const row = await published(scope, from, db)
      .clearSelect()
      .select(sql<DataDesign | null>`design -> 'data'`.as('data'))
      .executeTakeFirst()
    if (!row) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
    return row.data ?? undefined
  }
  const manifestOf = async (scope: Scope, from: string, on: Db | Trx = db): Promise<Manifest> =>
    from === 'dev' ? devManifest(scope, on) : (await contentOf(scope, from, on)).pages

  /** The models that an environment gets; undefined where it keeps what it has. Chosen pages bring no models unless somebody says so. */
  const modelsFor = (data: DataDesign | undefined, publish: Pick<Publish, 'mode' | 'models'>) => (chosenModels(publish) === 'keep' ? undefined : data)

  /** The release that an environment runs, with its manifest. */
  async function running(scope: Scope, tag: string, on: Db | Trx = db) {
    const row = await inApp(on, scope)
      .selectFrom('environment')
      .innerJoin('release', 'release.id', 'environment.release_id')
      .innerJoin('manifest', join => join.onRef('manifest.app_id', '=', 'release.app_id').onRef('manifest.hash', '=', 'release.manifest_hash'))
      .select(['release.id', 'version', 'title', 'release.created_at', 'release.config', 'entries'])
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
    inApp(on, scope)
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
  type ReleaseRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

  function releaseOf(row: ReleaseRow, company: Company, app: App, locale: Locale) {
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
      modelCount: chosen.modelCount ?? 0,
      rows: rowsAnswer(chosen.rows, locale),
    }
  }

  async function get(scope: Scope, company: Company, app: App, id: string, locale: Locale, on: Db | Trx = db) {
    const row = await rows(scope, on).where('release.id', '=', id).executeTakeFirst()
    if (!row) throw notFound('release.unknown', 'There is no such release')
    return releaseOf(row, company, app, locale)
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

  function checkChoices(app: App, publish: Publish) {
    const offered = languagesOf(app)
    const languages = publish.languages ?? []
    if (offered.length > 1 && !languages.length) throw fieldError('release.languagesMissing', 'languages', 'Language is required')
    if (languages.some(language => !offered.includes(language))) throw fieldError('release.languageUnknown', 'languages', 'The app has no such language')
    const names = (publish.consts ?? []).map(c => c.var)
    const twice = names.findIndex((name, at) => names.indexOf(name) < at)
    if (twice >= 0) throw fieldError('release.constTwice', `consts.${twice}.var`, 'This name is used twice')
    if (publish.tag === 'dev') throw tagDev()
    if (publish.mode === 2 && !publish.partialBody?.length) throw fieldError('release.pagesMissing', 'partialBody', 'Choose at least one page')
  }

  /** People type their passwords beside the sign-in page of an app, so what it is made of is limited. */
  async function checkSignInPage(scope: Scope, app: App, manifest: Manifest, trx: Trx) {
    const entry = manifest[String(app.config.appCustomLoginPage ?? '')]
    if (!entry?.hash) return
    const body = await inCompany(trx, scope.companyId)
      .selectFrom('body')
      .select('content')
      .where('hash', '=', Buffer.from(entry.hash, 'hex'))
      .executeTakeFirst()
    const refused = body && refusedInSignInPage(JSON.parse(body.content))
    if (refused)
      throw new ApiError('release.signInPart', 'The sign-in page “{name}” holds text, pictures, links and the sign-in box only, not {part} (at {path})', 422, {
        values: { name: entry.name, ...refused },
      })
  }

  /** What this process keeps of an environment goes at once: the next call may already ask for the new pages, before its own message comes. */
  const listeners: ((appId: string, tag: string) => void)[] = []

  /** Publishes in one transaction: structure of the databases, manifest, release, pointer, and the message to all processes. Returns the release. */
  async function publishNow(company: Company, app: App, by: { userId: string; locale: Locale }, publish: Publish) {
    checkChoices(app, publish)
    const title = publish.title.trim()
    if (!title) throw fieldError('request.invalid', 'title', 'Required')
    const scope = { companyId: company.id, appId: app.id }
    const from = publish.from || 'dev'
    const tag = publish.tag || defaultTag()
    const mode = publish.mode ?? 1
    // What cannot be applied is known before anything is locked; it is looked at again where it is applied.
    const planned = modelsFor(await dataOf(scope, from), publish)
    const plan = planned && (await releasing.plan({ ...scope, tag }, planned))
    if (plan) releasing.check(plan, { hash: publish.planHash, confirmLoss: publish.confirmLoss })
    const brought = await first.wanted(scope, tag, publish.rows)
    const release = await db.transaction().execute(async trx => {
      // One publish of an app at a time, and none beside a change of its tree.
      await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
      const there = await versionsOf(scope, trx)
      if (brought && there.some(r => r.tag === FIRST)) throw notFirst()
      if (there.some(r => r.status === 2)) throw new ApiError('release.inProgress', 'A release is in progress', 409)
      const source = await contentOf(scope, from, trx)
      const manifest = mode === 2 ? merged((await running(scope, tag, trx))?.manifest ?? {}, source.pages, publish.partialBody ?? []) : source.pages
      await checkSignInPage(scope, app, manifest, trx)
      const models = modelsFor(source.design?.data, publish)
      const design = {
        data: models ?? (await readApplied(scope, tag, trx)),
        permissions: source.design?.permissions ?? (await readPermissions(scope, trx)),
      }
      const hash = createHash('sha256')
        .update(contentText({ pages: manifest, design }))
        .digest()
      const version = chooseVersion(publish.version ?? '', from, tag, hash, there)
      await inApp(trx, scope)
        .insertInto('manifest')
        .values({ hash, entries: manifestText(manifest), design: JSON.stringify(design) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      const id = uuidv7()
      const chosen: ReleaseConfig = {
        consts: (publish.consts ?? []).map(c => ({ var: c.var, value: c.value ?? '' })),
        languages: publish.languages ?? [],
        partialBody: mode === 2 ? (publish.partialBody ?? []) : [],
        pageCount: Object.values(manifest).filter(entry => entry.kind === 'page').length,
        modelCount: design.data.models.length,
        ...(brought && { rows: brought }),
      }
      await inApp(trx, scope)
        .insertInto('release')
        .values({
          id,
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
          created_by: by.userId,
        })
        .execute()
      await inApp(trx, scope)
        .insertInto('environment')
        .values({ tag, release_id: id })
        .onConflict(conflict => conflict.columns(['app_id', 'tag']).doUpdateSet({ release_id: id, updated_at: sql`now()` }))
        .execute()
      await keepReleaseConsts(trx, scope, tag, chosen.consts ?? [])
      if (models && plan) {
        // The last thing before the end: after it nothing can fail that would leave a database of somebody else alone with its change.
        const log = logOf(await releasing.apply({ ...scope, tag }, models, by.userId, plan, trx))
        if (log) await inApp(trx, scope).updateTable('release').set({ log }).where('id', '=', id).execute()
      }
      await bus.publish(trx, RELEASE_TOPIC, { appId: app.id, tag })
      return get(scope, company, app, id, by.locale, trx)
    })
    for (const listener of listeners) listener(app.id, tag)
    if (!brought) return release
    await first.start(scope, release.id, brought)
    return get(scope, company, app, release.id, by.locale)
  }

  return {
    get,
    manifestOf,
    contentOf,
    running,

    settled: first.settled,

    /** What publishing for the first time would do, in one step: everything that dev has goes to the environment that people use. */
    async planFirst(company: Company, app: App, mayBring: boolean) {
      const scope = { companyId: company.id, appId: app.id }
      const [isFirst, pages, data, rows] = await Promise.all([
        first.isFirst(scope),
        devManifest(scope, db),
        readData(scope, db),
        mayBring ? first.list(scope) : [],
      ])
      const plan = isFirst ? await releasing.plan({ ...scope, tag: FIRST }, data) : undefined
      return {
        isFirst,
        pages: Object.values(pages).filter(entry => entry.kind === 'page').length,
        models: data.models.length,
        languages: languagesOf(app),
        plan,
        rows,
        mayBring,
        // Rows in databases of others stay where they are: who connects an environment says which.
        elsewhere: data.models
          .filter(model => data.sources.some(source => source.id === model.sourceId && source.dialect !== 'builtin'))
          .map(({ name }) => name),
      }
    },

    /** Goes on with rows that stopped on the way. */
    async bringRows(company: Company, app: App, id: string, locale: Locale) {
      const scope = { companyId: company.id, appId: app.id }
      await get(scope, company, app, id, locale)
      await first.start(scope, id, await first.take(scope, id))
      return get(scope, company, app, id, locale)
    },

    /** What publishing would run in the databases of the environment, and which models were never tried in dev. */
    async plan(company: Company, app: App, publish: Pick<Publish, 'tag' | 'from' | 'mode' | 'models'>) {
      const scope = { companyId: company.id, appId: app.id }
      const tag = publish.tag || defaultTag()
      if (tag === 'dev') throw tagDev()
      const from = publish.from || 'dev'
      const data = await dataOf(scope, from)
      const models = modelsFor(data, publish)
      const plan = models && (await releasing.plan({ ...scope, tag }, models))
      return {
        tag,
        from,
        models: chosenModels(publish),
        isKnown: data !== undefined,
        plan,
        untried: models && from === 'dev' ? await releasing.untried(scope, models) : [],
      }
    },

    /** Refuses what the permission tests of the environment refuse, and publishes. */
    async publish(company: Company, app: AppInScope, by: { userId: string; locale: Locale }, publish: Publish) {
      await tests.checkPublish(app, publish.tag || defaultTag(), by.locale)
      return publishNow(company, app, by, publish)
    },
    /** The first release of an app that was just made: it promises nothing yet. */
    publishFirst: (company: Company, app: App, userId: string, publish: Publish) => publishNow(company, app, { userId, locale: 'en-US' }, publish),

    /** Tells when this process publishes to an environment; others hear it over the bus. */
    onPublish: (listener: (appId: string, tag: string) => void) => void listeners.push(listener),

    async list(company: Company, app: App, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const scope = { companyId: company.id, appId: app.id }
      const [found, counted] = await Promise.all([
        rows(scope, db)
          .orderBy('release.created_at', 'desc')
          .orderBy('release.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        inApp(db, scope)
          .selectFrom('release')
          .select(eb => [eb.fn.countAll<number>().as('total'), eb.fn.countAll<number>().filterWhere('status', '=', 2).as('busy')])
          .executeTakeFirstOrThrow(),
      ])
      return { items: found.map(row => releaseOf(row, company, app, locale)), total: counted.total, page, perPage, inProgress: counted.busy > 0 }
    },

    /** What the publish dialog starts with. */
    async start(company: Company, app: App, given: { tag?: string; from?: string }) {
      const scope = { companyId: company.id, appId: app.id }
      const from = given.from || 'dev'
      const tag = given.tag || defaultTag()
      const there = await versionsOf(scope, db)
      const versions = [...new Set(there.filter(r => r.status === 1).map(r => r.version))]
      const pages = entriesInOrder(await manifestOf(scope, from)).map(({ id, parentId, name }) => ({ id, parentId, name, children: [] }))
      const options = (list: PageOption[]): Option[] =>
        list.map(({ id, name, children }) => ({ label: name, value: id, ...(children.length && { children: options(children) }) }))
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
        // What the environment has now: the form sends these back, and what an older release had would undo the settings since.
        consts: [...(await openConsts(scope, tag, db))].map(([name, value]) => ({ var: name, value })),
      }
    },
  }
}

type PageOption = { id: string; parentId: string | null; name: string; children: PageOption[] }
