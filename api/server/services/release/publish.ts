// Publishing: structure of the environment's databases, content, release and pointer in one transaction; what was chosen is checked before.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import { readApplied, readPermissions, type DataDesign, type Releasing, type SourcePlan } from '../data/index.ts'
import { appLanguages } from '../foundation/app-texts.ts'
import { keepReleaseConsts } from '../permission/index.ts'
import { refusedInSignInPage } from '../signin/index.ts'
import type { Contents, ReleaseConfig } from './contents.ts'
import { FIRST, notFirst, type createFirst } from './first.ts'
import type { App, Company, List } from './list.ts'
import { resourcesFor } from './resources.ts'
import { textsFor } from './texts.ts'
import { contentText, manifestText, merged, nextVersion, type Manifest } from './manifest.ts'

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

const MOST_LOG = 100_000

export const chosenModels = ({ mode, models }: Pick<Publish, 'mode' | 'models'>) => models ?? (mode === 2 ? ('keep' as const) : ('apply' as const))
export const tagDev = () => fieldError('release.tagDev', 'tag', 'dev always shows the saved pages; choose another environment')

/** The models that an environment gets; undefined where it keeps what it has. Chosen pages bring no models unless somebody says so. */
export const modelsFor = (data: DataDesign | undefined, publish: Pick<Publish, 'mode' | 'models'>) => (chosenModels(publish) === 'keep' ? undefined : data)

/** What was run in which source, for the details of a release. */
const logOf = (ran: readonly Pick<SourcePlan, 'name' | 'statements'>[]) =>
  ran
    .filter(source => source.statements.length)
    .map(({ name, statements }) => [`-- ${name}`, ...statements.map(statement => `${statement.sql};`)].join('\n'))
    .join('\n\n')
    .slice(0, MOST_LOG)

/** Languages that a publish of dev chooses among. */
export const languagesOf = (app: App): string[] => appLanguages(app.config)

/** The version to store: the given or proposed one. A version names one content, in whichever environments it runs. */
function chooseVersion(given: string, from: string, tag: string, hash: Buffer, there: Awaited<ReturnType<Contents['versionsOf']>>): string {
  const names = there.map(r => r.version)
  const isFree = (version: string) => !there.some(r => r.version === version && (r.tag === tag || !r.manifest_hash.equals(hash)))
  if (given && isFree(given)) return given
  if (given || from === 'dev' || !isFree(from)) {
    if (given) throw fieldError('release.versionTaken', 'version', 'This version exists with other content')
    return nextVersion(names)
  }
  return from
}

function checkChoices(offered: readonly string[], publish: Publish) {
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
  const body = await inCompany(trx, scope.companyId).selectFrom('body').select('content').where('hash', '=', Buffer.from(entry.hash, 'hex')).executeTakeFirst()
  const refused = body && refusedInSignInPage(JSON.parse(body.content))
  if (refused)
    throw new ApiError('release.signInPart', 'The sign-in page “{name}” holds text, pictures, links and the sign-in box only, not {part} (at {path})', 422, {
      values: { name: entry.name, ...refused },
    })
}

interface Parts {
  contents: Contents
  first: ReturnType<typeof createFirst>
  list: List
  releasing: Releasing
  /** Where a release goes when nothing is said. */
  defaultTag: () => string
}

export function createPublishing({ db, bus }: Pick<Core, 'db' | 'bus'>, { contents, first, list, releasing, defaultTag }: Parts) {
  const { contentOf, dataOf, running, versionsOf } = contents

  /** What this process keeps of an environment goes at once: the next call may already ask for the new pages, before its own message comes. */
  const listeners: ((appId: string, tag: string) => void)[] = []

  /** Publishes in one transaction: structure of the databases, manifest, release, pointer, and the message to all processes. Returns the release. */
  async function publishNow(company: Company, app: App, by: { userId: string; locale: Locale }, publish: Publish) {
    const title = publish.title.trim()
    if (!title) throw fieldError('request.invalid', 'title', 'Required')
    const scope = { companyId: company.id, appId: app.id }
    const from = publish.from || 'dev'
    const tag = publish.tag || defaultTag()
    const mode = publish.mode ?? 1
    // A version has the languages that it took along, whatever the app has now.
    checkChoices(from === 'dev' ? languagesOf(app) : ((await contentOf(scope, from)).design?.texts?.languages ?? []), publish)
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
      const texts = await textsFor(scope, tag, { mode, languages: publish.languages }, source, trx)
      const design = {
        data: models ?? (await readApplied(scope, tag, trx)),
        permissions: source.design?.permissions ?? (await readPermissions(scope, trx)),
        resources: await resourcesFor(scope, tag, { mode, partialBody: publish.partialBody }, source, trx),
        ...(texts && { texts }),
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
      return list.get(scope, company, app, id, by.locale, trx)
    })
    for (const listener of listeners) listener(app.id, tag)
    if (!brought) return release
    await first.start(scope, release.id, brought)
    return list.get(scope, company, app, release.id, by.locale)
  }

  return {
    publishNow,

    /** Tells when this process publishes to an environment; others hear it over the bus. */
    onPublish: (listener: (appId: string, tag: string) => void) => void listeners.push(listener),
  }
}
