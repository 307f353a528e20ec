// Releases: what an app was (pages by hash, models, roles and permissions) per publish, and the pointer of each environment to one of them. Publishing
// gives the environment's databases the models of the version in the same transaction.
import { languageName } from '../../../models/languages.ts'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import { scopeOf, type AppInScope } from '../foundation/access/index.ts'
import { readData, type Data, type DevRows, type Releasing } from '../data/index.ts'
import { treeOf } from '../page/index.ts'
import { openConsts, type Permissions } from '../permission/index.ts'
import { compareContents } from './compare.ts'
import { createContents } from './contents.ts'
import type { GateService } from '../screen/index.ts'
import { createFirst, FIRST } from './first.ts'
import { createInto } from './into.ts'
import { createIssues, type Answer } from './issues.ts'
import { createList, type App, type Company } from './list.ts'
import { entriesInOrder, nextVersion } from './manifest.ts'
import type { createJobs } from '../foundation/jobs.ts'
import type { createMessages } from '../foundation/messages.ts'
import { createPublishing } from './publish.ts'
import { createMerges } from './merges.ts'
import { chosenModels, languagesOf, modelsFor, tagDev, type Publish } from './wish.ts'
import { createStages } from './stage.ts'
import { createTasks } from './tasks.ts'

/** Where releases go when nothing else is said; `dev` is no environment to publish to, it always shows the saved pages. */
const TAGS = ['latest', 'qa', 'sandbox']

/** Differences of a state that an environment is to get. */
interface Taking {
  tag: string
  from: string
  parts: string[]
  state: string
}
const hasModels = (parts: readonly string[]) => parts.some(part => part.startsWith('model '))

type Option = { label: string; value: string; children?: Option[] }

interface Parts {
  gate: Pick<GateService, 'page'>
  releasing: Releasing
  devRows: DevRows
  sources: Data['sources']
  permissions: Pick<Permissions, 'tests' | 'lists'>
  messages: Pick<ReturnType<typeof createMessages>, 'mailAll'>
  jobs: Pick<ReturnType<typeof createJobs>, 'work' | 'send' | 'onStart'>
}

export function createReleases(
  { db, bus, config, log }: Pick<Core, 'db' | 'bus' | 'config' | 'log'>,
  { gate, releasing, devRows, sources, permissions: { tests, lists }, messages, jobs }: Parts,
) {
  const defaultTag = () => (config.features.testEnvironment ? 'qa' : 'latest')
  const contents = createContents({ db })
  const { devManifest, dataOf, manifestOf, running, versionsOf } = contents
  const merges = createMerges({ db, bus }, { contents, gate })
  const first = createFirst({ db, log }, { devRows })
  const stages = createStages({ db, bus, log }, messages)
  const list = createList({ db }, stages)
  const tasks = createTasks({ db })
  const into = createInto({ db }, { contents })
  const publishing = createPublishing({ db, bus, log }, { contents, first, into, list, releasing, stages, tasks, jobs, lists, defaultTag })
  const { publishNow } = publishing
  const issues = createIssues({ sources })

  /** What dev, a version, or with `env:` an environment holds. */
  async function stateOf(scope: Scope, name: string, field: string) {
    return contents.contentOf(scope, await versionOf(scope, name, field)).catch(unknownState(field))
  }
  const unknownState = (field: string) => (error: unknown) => {
    throw error instanceof ApiError ? fieldError('release.sourceUnknown', field, 'There is no such version') : error
  }
  /** `dev`, or the version that is meant. */
  async function versionOf(scope: Scope, name: string, field: string): Promise<string> {
    if (!name.startsWith('env:')) return name
    const runs = await running(scope, name.slice(4))
    if (!runs) throw fieldError('release.sourceUnknown', field, 'Nothing is published there')
    return runs.version
  }

  /** A version by its name, or by the environment that runs it. */
  async function versionIn(scope: Scope, name: string): Promise<string> {
    if (name === 'dev') return name
    if (!name.startsWith('env:')) {
      await stateOf(scope, name, 'from')
      return name
    }
    const runs = await running(scope, name.slice(4))
    if (!runs) throw fieldError('release.sourceUnknown', 'from', 'Nothing is published there')
    return runs.version
  }

  return {
    get: list.get,
    list: list.list,
    manifestOf,
    contentOf: contents.contentOf,
    running: contents.running,
    stages: { find: stages.find, saw: stages.saw, failed: stages.failed },
    finishStage: (app: AppInScope, releaseId: string, how: 'all' | 'back') => stages.finish(scopeOf(app), releaseId, how),

    /** Settled when nothing is being published and no rows are being copied. */
    async settled() {
      await publishing.settled()
      await first.settled()
    },

    resume: publishing.resume,
    retry: (app: AppInScope, taskId: string) => publishing.retry(scopeOf(app), taskId),
    cancel: (app: AppInScope, releaseId: string) => tasks.cancel(scopeOf(app), releaseId),

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
      await list.get(scope, company, app, id, locale)
      await first.start(scope, id, await first.take(scope, id))
      return list.get(scope, company, app, id, locale)
    },

    /** States that can be compared: dev, published versions, and what environments run. */
    async states(scope: Scope) {
      const there = await versionsOf(scope, db)
      const versions = [...new Set(there.filter(r => r.status === 1).map(r => r.version))]
      const environments = await inApp(db, scope).selectFrom('environment').select('tag').orderBy('tag').execute()
      return { versions, environments: environments.map(({ tag }) => tag) }
    },

    stateOf,
    merges,

    /** What differs between two states: dev, a version, or with `env:` what an environment runs. */
    async compare(scope: Scope, left: string, right: string) {
      const [from, to] = [await versionOf(scope, left, 'leftVersion'), await versionOf(scope, right, 'rightVersion')]
      const [was, is] = [
        await contents.designOf(scope, from).catch(unknownState('leftVersion')),
        await contents.designOf(scope, to).catch(unknownState('rightVersion')),
      ]
      // Not all of the pages: what it costs is what differs.
      const pages = await contents.differing(scope, from, to)
      const [before, after] = [
        { pages: pages.left, design: was },
        { pages: pages.right, design: is },
      ]
      return { sections: compareContents(before, after), before, after }
    },

    /** What publishing would run in the databases of the environment, and which models were never tried in dev. */
    async plan(company: Company, app: App, publish: Pick<Publish, 'tag' | 'from' | 'mode' | 'models' | 'chosen'>) {
      const scope = { companyId: company.id, appId: app.id }
      const tag = publish.tag || defaultTag()
      if (tag === 'dev') throw tagDev()
      const from = publish.from || 'dev'
      const data = publish.chosen ? (await into.chosen(scope, tag, from, publish.chosen)).design?.data : await dataOf(scope, from)
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

    /** What an environment would run with chosen differences of a state, and what publishing that would do; nothing is kept. */
    async planInto(scope: Scope, { tag, from: given, parts }: Omit<Taking, 'state'>, locale: Locale) {
      if (tag === 'dev') throw tagDev()
      const from = await versionIn(scope, given)
      const looked = await into.look(scope, tag, from, parts)
      const data = looked.problems.length || !hasModels(parts) ? undefined : looked.next.design?.data
      return {
        ...looked,
        from,
        isModels: false,
        findings: looked.problems.length || !looked.count ? [] : await merges.findings(scope, looked.next, looked.before, {}, locale),
        plan: data && (await releasing.plan({ ...scope, tag }, data)),
        untried: data && from === 'dev' ? await releasing.untried(scope, data) : [],
      }
    },
    /** Chosen differences as a publish of what was looked at. */
    async intoAsPublish(app: AppInScope, { parts, state, ...given }: Taking & Pick<Publish, 'title' | 'planHash' | 'confirmLoss'>): Promise<Publish> {
      const { tag } = given
      if (tag === 'dev') throw tagDev()
      const scope = scopeOf(app)
      const from = await versionIn(scope, given.from)
      const next = await into.chosen(scope, tag, from, { parts, state })
      const runs = await running(scope, tag)
      return {
        ...given,
        from,
        chosen: { parts, state },
        models: hasModels(parts) ? 'apply' : 'keep',
        languages: next.design?.texts?.languages ?? [],
        // What the environment has besides stays.
        consts: [...(await openConsts(scope, tag, db))].map(([name, value]) => ({ var: name, value })),
        ...(runs?.config.jssdk && { jssdk: runs.config.jssdk }),
        ...(runs?.config.applet && { applet: runs.config.applet }),
      }
    },

    /** What stands before a publish after these answers; and, where nothing does, what it may go on with. */
    async issuesOf(company: Company, app: App, publish: Publish, answers: readonly Answer[]) {
      const { tag, plan } = await this.plan(company, app, publish)
      const scope = { companyId: company.id, appId: app.id, tag }
      const found = await issues.find(scope, plan, { isShown: publish.planHash === plan?.hash, confirmLoss: publish.confirmLoss ?? false })
      const open = issues.open(found.issues, answers)
      return { issueId: found.issueId, open, planHash: plan?.hash, isConfirmed: found.issues.length > 0 }
    },
    /** Does what the answers ask for; what did not work, by the id of the issue. */
    fixIssues: (app: AppInScope, tag: string, answers: readonly Answer[], check: (sourceId: string) => Promise<void>) =>
      issues.fix({ ...scopeOf(app), tag: tag || defaultTag() }, answers, check),

    /** Refuses what the permission tests of the environment refuse, and publishes. */
    async publish(company: Company, app: AppInScope, by: { userId: string; locale: Locale }, publish: Publish) {
      const tag = publish.tag || defaultTag()
      if (publish.lists) lists.checkPublish(app, tag, publish.lists)
      await tests.checkPublish(app, tag, by.locale)
      return publishNow(company, app, by, publish)
    },
    /** The first release of an app that was just made: it promises nothing yet. */
    publishFirst: (company: Company, app: App, userId: string, publish: Publish) => publishNow(company, app, { userId, locale: 'en-US' }, publish),

    /** The number that a publish of dev would get. */
    nextVersion: async (scope: Scope) => nextVersion((await versionsOf(scope, db)).map(r => r.version)),

    /** What the publish dialog starts with. */
    async start(company: Company, app: AppInScope, given: { tag?: string; from?: string }, locale: Locale) {
      const scope = { companyId: company.id, appId: app.id }
      const from = given.from || 'dev'
      const tag = given.tag || defaultTag()
      const there = await versionsOf(scope, db)
      const versions = [...new Set(there.filter(r => r.status === 1).map(r => r.version))]
      const languages = from === 'dev' ? languagesOf(app) : ((await contents.contentOf(scope, from)).design?.texts?.languages ?? [])
      const pages = entriesInOrder(await manifestOf(scope, from)).map(({ id, parentId, name }) => ({ id, parentId, name, children: [] }))
      const options = (pages: PageOption[]): Option[] =>
        pages.map(({ id, name, children }) => ({ label: name, value: id, ...(children.length && { children: options(children) }) }))
      const [own, runs] = await Promise.all([lists.atPublish(app, tag, locale), running(scope, tag)])
      const before = runs?.config.jssdk
      const isPromotion = from !== 'dev' && !there.some(r => r.version === from && r.tag === tag)
      return {
        version: isPromotion ? from : nextVersion(there.map(r => r.version)),
        from,
        tag,
        fromOptions: ['dev', ...versions].map(value => ({ label: value, value })),
        tagOptions: [...new Set([...TAGS, ...there.map(r => r.tag)])].map(value => ({ label: value, value })),
        partialOptions: options(treeOf<PageOption>(pages)),
        languagesOptions: languages.map(value => ({ label: languageName(value), value })),
        rolesOptions: own.mayChange ? await lists.roles(app, locale) : [],
        hasRuntimeAcl: own.hasOwn,
        running: runs?.version ?? '',
        // The lists that the environment has now, for those who may change them.
        mayAcl: own.mayChange,
        acl: own.mayChange ? own.lists : {},
        jssdkOptions: options(treeOf<PageOption>(pages)),
        // What other sites show goes on with the next release.
        jssdk: {
          pages: (before?.pages ?? []).filter(id => pages.some(page => page.id === id)),
          historyMode: before?.historyMode ?? ('hash' as const),
          remFactor: before?.remFactor ?? 16,
        },
        // What the environment has now: the form sends these back, and what an older release had would undo the settings since.
        consts: [...(await openConsts(scope, tag, db))].map(([name, value]) => ({ var: name, value })),
      }
    },
  }
}

type PageOption = { id: string; parentId: string | null; name: string; children: PageOption[] }
