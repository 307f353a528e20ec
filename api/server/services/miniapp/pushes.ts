// Mini-programs are pushed through the pipeline of the organisation: what a push is told with, and what people see and do of it. docs/decisions/ci-push.md
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import type { AccessService, AppInScope, CompanyInScope } from '../foundation/access/index.ts'
import type { createJobs } from '../foundation/jobs.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { TASK, type createReleases } from '../release/index.ts'
import { builds, hasShell, type Framework } from './frameworks.ts'
import type { Pipelines } from './pipeline-settings.ts'
import { PLATFORMS } from './project.ts'
import type { createProjects } from './projects.ts'
import { lastLines, pushOf, taskOf, tellLine, type Wish } from './push-rows.ts'
import { createPushWork, QUEUE } from './push-work.ts'
import type { Runtimes } from './runtimes.ts'

const WEB = 1
const DEADLINE_MINUTES = 60
const RESERVED = 'TESSERA_'

export interface PushInput {
  appletType: 0 | 1 | 2 | 3
  codeType: Framework
  title: string
  version: string
  from: string
  tag: string
  entries: readonly string[]
  runtime: 'last' | 'latest' | 'custom'
  runtimeVersion: string
  consts: readonly { var: string; value?: string }[]
  server: string
}
export interface PushParts {
  access: AccessService
  jobs: ReturnType<typeof createJobs>
  releases: Pick<ReturnType<typeof createReleases>, 'states' | 'nextVersion'>
  secrets: Secrets
  pipelines: Pipelines
  projects: ReturnType<typeof createProjects>
  runtimes: Runtimes
}

const unknown = () => notFound('release.pushUnknown', 'There is no such push')
/** One key or none says not what its platform asks for. */
const isReady = (miniapp: Record<string, string>, appletType: number) => Object.keys(miniapp).length > 1 && (miniapp.appletType ?? '0') === String(appletType)

/** What the form begins with: one more than the version before. */
const nextOf = (version: string | undefined) =>
  version && /^\d{1,9}(\.\d{1,9}){0,3}$/.test(version) ? version.replace(/\d+$/, last => String(Number(last) + 1)) : '1.0.0'

export function createPushes(core: Pick<Core, 'config' | 'db' | 'log'>, parts: PushParts) {
  const { db } = core
  const { jobs, releases, secrets, pipelines, projects, runtimes } = parts
  const { times } = createPushWork(core, parts)

  const rows = (scope: Scope) =>
    inApp(db, scope)
      .selectFrom('ci_push')
      .leftJoin('person', 'person.id', 'ci_push.created_by')
      .select([
        'ci_push.id',
        'ci_push.title',
        'ci_push.version',
        'ci_push.tag',
        'ci_push.source',
        'ci_push.applet_type',
        'ci_push.framework',
        'ci_push.runtime',
        'ci_push.status',
        'ci_push.task_status',
        'ci_push.reason',
        'ci_push.codes',
        'ci_push.created_at',
        'person.name as by_name',
      ])

  const isOpenTo = async (company: Pick<CompanyInScope, 'id'>, app: Pick<AppInScope, 'type'>) => app.type === WEB && (await pipelines.isThere(company.id))
  async function checkOpen(company: CompanyInScope, app: AppInScope) {
    if (!(await isOpenTo(company, app)))
      throw new ApiError('release.ciPushClosed', 'Mini-programs of this app are pushed nowhere: the organisation has no pipeline', 409)
  }

  const before = (scope: Scope, appletType: number) =>
    inApp(db, scope)
      .selectFrom('ci_push')
      .select(['version', 'runtime', 'framework', 'tag', 'wish'])
      .where('applet_type', '=', appletType)
      .where('status', '=', 1)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()

  /** The runtime of the last push that ended well, as long as it can be made again. */
  async function lastRuntime(scope: Scope, appletType: number): Promise<string> {
    const last = (await before(scope, appletType))?.runtime
    return last && (await runtimes.read(last)) ? last : runtimes.shipped
  }

  async function runtimeOf(
    scope: Scope,
    { runtime, runtimeVersion, appletType, codeType }: Pick<PushInput, 'runtime' | 'runtimeVersion' | 'appletType' | 'codeType'>,
  ): Promise<string> {
    if (runtime === 'latest') return runtimes.shipped
    const isChosen = runtime === 'custom'
    if (isChosen && !runtimeVersion) throw fieldError('release.runtimeUnknown', 'runtimeVersion', 'Choose a runtime version')
    const version = isChosen ? runtimeVersion : await lastRuntime(scope, appletType)
    const files = await runtimes.read(version)
    if (!files) throw fieldError('release.runtimeUnknown', 'runtimeVersion', 'There is no such runtime version')
    if (!hasShell(files, codeType))
      throw fieldError('release.runtimeUnknown', isChosen ? 'runtimeVersion' : 'runtime', 'This runtime version does not know Taro: choose a newer one')
    return version
  }

  function checkConsts(consts: PushInput['consts']) {
    const names = consts.map(one => one.var)
    const twice = names.findIndex((name, at) => names.indexOf(name) < at)
    if (twice >= 0) throw fieldError('release.constTwice', `consts.${twice}.var`, 'This name is used twice')
    const reserved = names.findIndex(name => name.startsWith(RESERVED))
    if (reserved >= 0) throw fieldError('release.constReserved', `consts.${reserved}.var`, 'Names that begin with TESSERA_ are given by Tessera')
  }

  async function checkEntries(scope: Scope, keys: readonly string[], appletType: number) {
    const known = await projects.entries(scope)
    for (const key of keys) {
      const entry = known.find(one => one.key === key)
      if (!entry) throw fieldError('release.entryMissing', 'entries', 'The app has no such mini-program')
      if (!isReady(entry.miniapp, appletType))
        throw fieldError('release.entryNotReady', 'entries', '{name} has no ID for this platform: set it where the entries of the app are', {
          name: entry.name,
        })
    }
  }

  const begin = async (scope: Scope, id: string, trx: Trx) => jobs.send(QUEUE, { id, companyId: scope.companyId, appId: scope.appId }, trx)
  const fresh = () => ({
    status: 2,
    task_status: TASK.waiting,
    reason: null,
    run: JSON.stringify({}),
    codes: JSON.stringify([]),
    misses: 0,
    token: secrets.seal(randomBytes(32).toString('base64url')),
    next_at: sql<Date>`now()`,
    deadline_at: sql<Date>`now() + make_interval(mins => ${DEADLINE_MINUTES})`,
    ended_at: null,
  })
  const isBusy = async (scope: Scope, appletType: number, trx: Trx) =>
    !!(await inApp(trx, scope).selectFrom('ci_push').select('id').where('applet_type', '=', appletType).where('status', '=', 2).executeTakeFirst())
  const busy = () => new ApiError('release.ciPushInProgress', 'A push to this platform is in progress', 409)
  /** Two that begin at the same time do so one after the other. */
  const alone = (scope: Scope, trx: Trx) => inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()

  return {
    times,
    isOpenTo,

    /** What the form begins with. */
    async start(company: CompanyInScope, app: AppInScope, { tag, from = 'dev', appletType = 0 }: { tag?: string; from?: string; appletType?: 0 | 1 | 2 | 3 }) {
      await checkOpen(company, app)
      const scope = { companyId: company.id, appId: app.id }
      const [{ versions, environments }, known, last, lastRuntimeVersion] = await Promise.all([
        releases.states(scope),
        projects.entries(scope),
        before(scope, appletType),
        lastRuntime(scope, appletType),
      ])
      const options = (values: readonly string[]) => values.map(value => ({ label: value, value }))
      const wanted = tag ?? last?.tag ?? 'latest'
      return {
        fromOptions: options(['dev', ...versions]),
        tagOptions: options(environments),
        from,
        tag: environments.includes(wanted) ? wanted : (environments[0] ?? ''),
        version: from === 'dev' ? nextOf(last?.version) : from,
        consts: last?.wish.consts ?? [],
        lastCodeType: (last?.framework ?? 'uniapp') as Framework,
        lastRuntimeVersion,
        latestRuntimeVersion: runtimes.shipped,
        entriesOptions: known.map(({ key, name, miniapp }) => ({ label: name, value: key, disabled: !isReady(miniapp, appletType) })),
      }
    },

    async create(company: CompanyInScope, app: AppInScope, userId: string, input: PushInput): Promise<string> {
      await checkOpen(company, app)
      if (app.copyOf) throw new ApiError('release.ofCopy', 'A copy to work in is not published. Merge it into dev, and publish that', 409)
      const scope = { companyId: company.id, appId: app.id }
      const { versions, environments } = await releases.states(scope)
      if (input.from !== 'dev' && !versions.includes(input.from)) throw fieldError('release.sourceUnknown', 'from', 'There is no such version')
      if (!environments.includes(input.tag)) throw fieldError('release.tagEmpty', 'tag', 'Nothing is published there')
      if (!builds(input.codeType, PLATFORMS[input.appletType]))
        throw fieldError('release.frameworkUnfit', 'codeType', 'Taro has no working build for Alipay: choose uni-app')
      await checkEntries(scope, input.entries, input.appletType)
      checkConsts(input.consts)
      const runtime = await runtimeOf(scope, input)
      await jobs.open()
      const id = uuidv7()
      const wish: Wish = {
        entries: [...new Set(input.entries)],
        consts: input.consts.map(({ var: name, value = '' }) => ({ var: name, value })),
        server: input.server,
      }
      await db.transaction().execute(async trx => {
        await alone(scope, trx)
        if (await isBusy(scope, input.appletType, trx)) throw busy()
        await runtimes.keep(runtime, trx)
        await inApp(trx, scope)
          .insertInto('ci_push')
          .values({
            id,
            title: input.title.trim(),
            version: input.version,
            tag: input.tag,
            source: input.from,
            applet_type: input.appletType,
            framework: input.codeType,
            wish: JSON.stringify(wish),
            runtime,
            ...fresh(),
            created_by: userId,
          })
          .execute()
        await begin(scope, id, trx)
      })
      jobs.wake()
      return id
    },

    async list(scope: Scope, { page, perPage, appletType }: { page: number; perPage: number; appletType?: number | undefined }, locale: Locale) {
      const mine = rows(scope).$if(appletType !== undefined, query => query.where('applet_type', '=', appletType as number))
      const [found, counted] = await Promise.all([
        mine
          .orderBy('ci_push.id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        inApp(db, scope)
          .selectFrom('ci_push')
          .select(eb => [eb.fn.countAll<number>().as('total'), eb.fn.countAll<number>().filterWhere('status', '=', 2).as('busy')])
          .$if(appletType !== undefined, query => query.where('applet_type', '=', appletType as number))
          .executeTakeFirstOrThrow(),
      ])
      return { items: found.map(row => pushOf(row, locale)), total: counted.total, page, perPage, inProgress: counted.busy > 0 }
    },

    async get(scope: Scope, id: string, locale: Locale) {
      const row = await rows(scope).select(['ci_push.lines', 'ci_push.run', 'ci_push.wish']).where('ci_push.id', '=', id).executeTakeFirst()
      if (!row) throw unknown()
      const { entries, consts } = row.wish
      return { ...pushOf(row, locale), entries, consts, task: taskOf(row, locale) }
    },

    /** Where what was pushed is tried, as its pipeline said; undefined where there is no such push. */
    async codes(scope: Scope, id: string) {
      const row = await rows(scope).where('ci_push.id', '=', id).executeTakeFirst()
      if (!row) return undefined
      if (row.status !== 1) throw new ApiError('release.pushNotDone', 'This push did not succeed', 409)
      return row.codes.map(({ url, label }) => ({ url, label: label || `${row.title} · ${row.version}` }))
    },

    /** Puts one that failed back to its beginning. */
    async retry(company: CompanyInScope, app: AppInScope, id: string) {
      const scope = { companyId: company.id, appId: app.id }
      if (!(await inApp(db, scope).selectFrom('ci_push').select('id').where('id', '=', id).executeTakeFirst())) throw unknown()
      await checkOpen(company, app)
      await jobs.open()
      await db.transaction().execute(async trx => {
        await alone(scope, trx)
        const row = await inApp(trx, scope).selectFrom('ci_push').select(['status', 'lines', 'applet_type']).where('id', '=', id).forUpdate().executeTakeFirst()
        if (!row) throw unknown()
        if (row.status !== -1) throw new ApiError('release.pushNotRetryable', 'This push cannot be tried again', 409)
        if (await isBusy(scope, row.applet_type, trx)) throw busy()
        await inApp(trx, scope)
          .updateTable('ci_push')
          .set({ ...fresh(), lines: JSON.stringify(lastLines([...row.lines, tellLine({ english: 'Tried again' })])) })
          .where('id', '=', id)
          .execute()
        await begin(scope, id, trx)
      })
      jobs.wake()
    },

    /** Asks one in progress to stop; what waits stops at once. */
    async kill(scope: Scope, id: string) {
      await db.transaction().execute(async trx => {
        const row = await inApp(trx, scope).selectFrom('ci_push').select(['status', 'task_status', 'lines']).where('id', '=', id).forUpdate().executeTakeFirst()
        if (!row) throw unknown()
        if (row.status !== 2) throw new ApiError('release.pushEnded', 'This push is not in progress', 409)
        if (row.task_status === TASK.cancelling) return
        const isWaiting = row.task_status === TASK.waiting
        await inApp(trx, scope)
          .updateTable('ci_push')
          .set(
            isWaiting
              ? { status: -1, task_status: TASK.cancelled, ended_at: sql<Date>`now()`, token: '', reason: JSON.stringify({ english: 'Cancelled' }) }
              : { task_status: TASK.cancelling },
          )
          .where('id', '=', id)
          .execute()
      })
    },

    /** The archive of a push for its pipeline, which has the token of this push. */
    async source(id: string, token: string): Promise<Buffer> {
      const gone = () => notFound('release.pushSourceUnknown', 'There is nothing to download here')
      const row = await everywhere(db, 'the source of a push: its address has the token of the push')
        .selectFrom('ci_push')
        .select(['token', 'content'])
        .where('id', '=', id)
        .where('status', '=', 2)
        .executeTakeFirst()
      if (!row?.token || !row.content) throw gone()
      const [one, other] = [Buffer.from(secrets.open(row.token)), Buffer.from(token)]
      if (one.length !== other.length || !timingSafeEqual(one, other)) throw gone()
      return row.content
    },
  }
}
