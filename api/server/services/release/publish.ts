// Publishing: structure of the environment's databases, content, release and pointer in one transaction, as a task that another process can take up;
// what was chosen is checked before.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, type FieldText } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { inApp, inCompany } from '../../store/scoped.ts'
import { createOngoing } from '../foundation/ongoing.ts'
import type { createJobs } from '../foundation/jobs.ts'
import { RELEASE_TOPIC } from '../foundation/topics.ts'
import { readApplied, readPermissions, type ReleasePlan, type Releasing, type SourcePlan } from '../data/index.ts'
import { keepReleaseConsts, openConsts, type Permissions } from '../permission/index.ts'
import { refusedInSignInPage } from '../signin/index.ts'
import type { Contents, ReleaseConfig } from './contents.ts'
import { FIRST, notFirst, type createFirst } from './first.ts'
import type { IntoEnvironment } from './into.ts'
import type { App, Company, List } from './list.ts'
import { resourcesFor } from './resources.ts'
import { checkStaged, type Stages } from './stage.ts'
import { textsFor } from './texts.ts'
import { contentText, manifestText, merged, nextVersion, type Manifest } from './manifest.ts'
import { Cancelled, GONE_AFTER_SECONDS, Lost, TASK, TimedOut, type Held, type Reason, type Tasks } from './tasks.ts'
import { checkChoices, chooseVersion, constsOf, languagesOf, modelsFor, type Publish, type Wish } from './wish.ts'

type Outcome = { release: string } | { error: unknown; isTouched: boolean }

const MOST_LOG = 100_000
/** How long an answer waits for the end of its publish; larger ones go on, and the list tells. */
const WAIT_MS = 20_000
const BEAT_MS = 10_000
const QUEUE = 'release'

/** What was run in which source, for the details of a release. */
const logOf = (ran: readonly Pick<SourcePlan, 'name' | 'statements'>[]) =>
  ran
    .filter(source => source.statements.length)
    .map(({ name, statements }) => [`-- ${name}`, ...statements.map(statement => `${statement.sql};`)].join('\n'))
    .join('\n\n')
    .slice(0, MOST_LOG)

/** People type their passwords beside the sign-in page of an app, so what it is made of is limited. */
async function checkSignInPage(scope: Scope, pageId: string, manifest: Manifest, trx: Trx) {
  const entry = manifest[pageId]
  if (!entry?.hash) return
  const body = await inCompany(trx, scope.companyId).selectFrom('body').select('content').where('hash', '=', Buffer.from(entry.hash, 'hex')).executeTakeFirst()
  const refused = body && refusedInSignInPage(JSON.parse(body.content))
  if (refused)
    throw new ApiError('release.signInPart', 'The sign-in page “{name}” holds text, pictures, links and the sign-in box only, not {part} (at {path})', 422, {
      values: { name: entry.name, ...refused },
    })
}

/** Why a task ended, to be told later in the language of whoever asks. */
function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiError)) return { code: 'server.failed', english: 'The server failed. Its log says why', status: 500 }
  const { code, english, status, more } = error
  return { code, english, status, ...(more.values && { values: more.values }), ...(more.fields && { fields: more.fields as Record<string, FieldText> }) }
}

interface Parts {
  contents: Contents
  first: ReturnType<typeof createFirst>
  list: List
  releasing: Releasing
  stages: Stages
  tasks: Tasks
  jobs: Pick<ReturnType<typeof createJobs>, 'work' | 'send' | 'onStart'>
  lists: Permissions['lists']
  into: IntoEnvironment
  /** Where a release goes when nothing is said. */
  defaultTag: () => string
}

export function createPublishing(
  { db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>,
  { contents, first, into, list, releasing, stages, tasks, jobs, lists, defaultTag }: Parts,
) {
  const { contentOf, dataOf, running, versionsOf } = contents
  const ongoing = createOngoing()

  /** What the databases of the environment need, or nothing where they stay as they are. A later try may find a part of it done. */
  async function planOf(scope: Scope, wish: Wish, isAgain: boolean) {
    const data = wish.chosen ? (await into.chosen(scope, wish.tag, wish.from, wish.chosen)).design?.data : await dataOf(scope, wish.from)
    const models = modelsFor(data, wish)
    if (!models) return undefined
    const plan = await releasing.plan({ ...scope, tag: wish.tag }, models)
    const isRest = isAgain && plan.sources.every(source => source.statements.every(({ sql: text }) => wish.shown?.includes(text)))
    releasing.check(plan, { hash: isRest ? undefined : wish.planHash, confirmLoss: wish.confirmLoss })
    return plan
  }

  /** The work of a task, in one transaction that either ends it or leaves nothing. */
  async function perform(scope: Scope, held: Held<Wish>, given: ReleasePlan | undefined, onTouch: () => void) {
    const { wish } = held
    const { from, tag, mode, brought } = wish
    held.say(10, wish.from === 'dev' ? 'Reads the saved app' : 'Reads version {from}', { from })
    await held.step()
    const plan = given ?? (await planOf(scope, wish, held.isAgain))
    await db.transaction().execute(async trx => {
      // One publish of an app at a time, and none beside a change of its tree.
      const app = await inApp(trx, scope).selectFrom('app').select('config').forNoKeyUpdate().executeTakeFirstOrThrow()
      await held.step()
      await stages.checkNone(scope, tag, trx)
      if (wish.lists) await lists.publish(trx, scope, tag, wish.userId, wish.lists)
      const there = await versionsOf(scope, trx)
      if (brought && there.some(r => r.tag === FIRST)) throw notFirst()
      const source = wish.chosen ? await into.chosen(scope, tag, from, wish.chosen, trx) : await contentOf(scope, from, trx)
      const runs = await running(scope, tag, trx)
      const manifest = mode === 2 ? merged(runs?.manifest ?? {}, source.pages, wish.partialBody ?? []) : source.pages
      await checkSignInPage(scope, String((app.config as App['config']).appCustomLoginPage ?? ''), manifest, trx)
      const models = wish.stage ? undefined : modelsFor(source.design?.data, wish)
      const texts = await textsFor(scope, tag, { mode, languages: wish.languages }, source, trx)
      const design = {
        data: models ?? (await readApplied(scope, tag, trx)),
        permissions: source.design?.permissions ?? (await readPermissions(scope, trx)),
        resources: await resourcesFor(scope, tag, { mode, partialBody: wish.partialBody }, source, trx),
        ...(texts && { texts }),
        // Those of the moment, whatever is published: running apps follow what is saved.
        ...(source.design?.themes && { themes: source.design.themes }),
        ...(source.design?.chosenTheme && { chosenTheme: source.design.chosenTheme }),
      }
      if (wish.stage) {
        const statements = plan?.sources.reduce((sum, one) => sum + one.statements.length, 0) ?? 0
        const brings = { statements, hasLists: !!wish.lists, consts: constsOf(wish), resources: design.resources }
        await checkStaged(trx, scope, tag, brings, { consts: await openConsts(scope, tag, trx), runs: !!runs })
      }
      const hash = createHash('sha256')
        .update(contentText({ pages: manifest, design }))
        .digest()
      const version = chooseVersion(wish.version ?? '', from, tag, hash, there)
      await inApp(trx, scope)
        .insertInto('manifest')
        .values({ hash, entries: manifestText(manifest), design: JSON.stringify(design) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      const pageCount = Object.values(manifest).filter(entry => entry.kind === 'page').length
      const modelCount = design.data.models.length
      held.say(50, 'Keeps version {version}: pages {pages}, models {models}', { pages: pageCount, models: modelCount, version })
      await held.step()
      await inApp(trx, scope)
        .updateTable('release')
        .set({
          status: 1,
          version,
          manifest_hash: hash,
          config: sql`config || ${JSON.stringify({ pageCount, modelCount, ...(brought && { rows: brought }) } satisfies ReleaseConfig)}::jsonb`,
        })
        .where('id', '=', held.releaseId)
        .execute()
      if (wish.stage) await stages.start(trx, scope, tag, held.releaseId, wish.userId, wish.stage)
      else {
        await inApp(trx, scope)
          .insertInto('environment')
          .values({ tag, release_id: held.releaseId })
          .onConflict(conflict => conflict.columns(['app_id', 'tag']).doUpdateSet({ release_id: held.releaseId, updated_at: sql`now()` }))
          .execute()
        await keepReleaseConsts(trx, scope, tag, constsOf(wish))
      }
      if (plan?.sources.some(one => one.statements.length))
        held.say(80, 'Changes the databases: {count} statements', { count: plan.sources.reduce((sum, one) => sum + one.statements.length, 0) })
      held.say(100, wish.stage ? 'Some people have version {version} first' : '{tag} runs version {version}', { tag, version })
      // What was cancelled, or taken by another process, ends here at the latest: before a database of somebody else is changed.
      await held.finish(trx)
      await bus.publish(trx, RELEASE_TOPIC, { appId: scope.appId, tag })
      if (models && plan) {
        onTouch()
        // The last thing before the end: after it nothing can fail that would leave a database of somebody else alone with its change.
        const ran = logOf(await releasing.apply({ ...scope, tag }, models, wish.userId, plan, trx))
        if (ran) await inApp(trx, scope).updateTable('release').set({ log: ran }).where('id', '=', held.releaseId).execute()
      }
    })
  }

  /** Does a task, unless somebody else does or did; answers how it ended. */
  async function work(scope: Scope, taskId: string, plan?: ReleasePlan, goneAfterSeconds?: number): Promise<Outcome | undefined> {
    const held = await tasks.take<Wish>(scope, taskId, goneAfterSeconds)
    if (!held) return undefined
    let isTouched = false
    const beat = setInterval(() => void held.beat().catch(error => log.warn({ err: error, task: taskId }, 'release: no sign of life')), BEAT_MS)
    beat.unref()
    try {
      await perform(scope, held, plan, () => (isTouched = true))
    } catch (error) {
      if (error instanceof Lost) return undefined
      if (!(error instanceof ApiError || error instanceof Cancelled || error instanceof TimedOut)) log.error({ err: error, task: taskId }, 'a publish failed')
      if (error instanceof Cancelled) {
        held.say(0, 'Cancelled: the environment stays as it was')
        await held.fail(TASK.cancelled, { code: 'release.cancelled', english: 'The release was cancelled', status: 409 }, true)
      } else if (error instanceof TimedOut) {
        held.say(0, 'Took too long: the environment stays as it was')
        await held.fail(TASK.timedOut, { code: 'release.timedOut', english: 'The release took too long', status: 503 }, true)
      } else {
        // What was asked for is refused again at each try; what a database or the server refused may go well the next time.
        const reason = reasonOf(error)
        held.say(0, isTouched ? 'Failed while the databases were changed' : 'Failed: the environment stays as it was')
        await held.fail(TASK.failed, reason, reason.status !== 422)
      }
      return { error, isTouched }
    } finally {
      clearInterval(beat)
    }
    // What this process keeps of the environment goes at once: the next call may ask for the new pages before its own message comes.
    bus.tell(RELEASE_TOPIC, { appId: scope.appId, tag: held.wish.tag })
    if (held.wish.brought) await first.start(scope, held.releaseId, held.wish.brought)
    return { release: held.releaseId }
  }
  const run = (scope: Scope, taskId: string, plan?: ReleasePlan) =>
    ongoing
      .run(() => work(scope, taskId, plan))
      // Whoever looks after tasks of processes that are gone goes on with it.
      .catch((error: unknown) => void log.error({ err: error, task: taskId }, 'a publish stopped'))

  const watch = (scope: Scope, id: string, on: Trx | typeof db, isFirst = false) =>
    jobs.send(QUEUE, { ...scope, taskId: id }, on, { afterSeconds: GONE_AFTER_SECONDS, ...(isFirst && { id }) })
  jobs.work<Scope & { taskId: string }>(
    QUEUE,
    async ({ taskId, ...scope }) => {
      await run(scope, taskId)
      if (!(await tasks.hasEnded(scope, taskId))) await watch(scope, taskId, db)
    },
    { limit: 5, delaySeconds: 5, isLazy: true, pollSeconds: 5 },
  )
  jobs.onStart(async () => {
    for (const { id, ...scope } of await tasks.open()) await watch(scope, id, db, true)
  })

  /** Checks what can be known before, writes the release and its task down, and begins it. */
  async function begin(company: Company, app: App, by: { userId: string; locale: Locale }, publish: Publish) {
    const title = publish.title.trim()
    if (!title) throw fieldError('request.invalid', 'title', 'Required')
    const scope = { companyId: company.id, appId: app.id }
    if (app.copyOf) throw new ApiError('release.ofCopy', 'A copy to work in is not published. Merge it into dev, and publish that', 409)
    const wish: Wish = { ...publish, title, from: publish.from || 'dev', tag: publish.tag || defaultTag(), mode: publish.mode ?? 1, ...by }
    const { from, tag, mode } = wish
    // A version has the languages that it took along, whatever the app has now.
    const offered = publish.chosen
      ? (publish.languages ?? [])
      : from === 'dev'
        ? languagesOf(app)
        : ((await contentOf(scope, from)).design?.texts?.languages ?? [])
    checkChoices(offered, publish)
    // What cannot be applied is known before anything is locked; it is looked at again where it is applied.
    const plan = await planOf(scope, wish, false)
    if (plan && wish.planHash) wish.shown = plan.sources.flatMap(source => source.statements.map(({ sql: text }) => text))
    if (publish.stage) await stages.checkPeople(scope, publish.stage)
    if (publish.stage && plan?.sources.some(one => one.statements.length))
      throw fieldError('release.stageModels', 'stage', 'Models hold for everybody at once: publish their changes to everybody first')
    await stages.checkNone(scope, tag, db)
    const brought = await first.wanted(scope, tag, publish.rows)
    if (brought) wish.brought = brought
    const { releaseId, taskId } = await db.transaction().execute(async trx => {
      await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
      const busy = await inApp(trx, scope).selectFrom('release').select('id').where('tag', '=', tag).where('status', '=', 2).executeTakeFirst()
      if (busy) throw new ApiError('release.inProgress', 'A release is in progress', 409)
      const there = await versionsOf(scope, trx)
      if (brought && there.some(r => r.tag === FIRST)) throw notFirst()
      const id = uuidv7()
      const chosen: ReleaseConfig = {
        consts: constsOf(publish),
        languages: publish.languages ?? [],
        partialBody: mode === 2 ? (publish.partialBody ?? []) : [],
        ...(publish.jssdk && { jssdk: publish.jssdk }),
        ...(publish.applet && { applet: publish.applet }),
      }
      await inApp(trx, scope)
        .insertInto('release')
        .values({
          id,
          version:
            publish.version ||
            (from !== 'dev' && !publish.chosen && !there.some(r => r.version === from && r.tag === tag) ? from : nextVersion(there.map(r => r.version))),
          title,
          description: publish.description ?? '',
          tag,
          source: from,
          // A part of it is published anew.
          mode: publish.chosen ? 2 : mode,
          standalone: publish.standalone ?? false,
          status: 2,
          config: JSON.stringify(chosen),
          created_by: by.userId,
        })
        .execute()
      const task = await tasks.add(trx, scope, id, wish)
      await watch(scope, task, trx, true)
      return { releaseId: id, taskId: task }
    })
    return { scope, releaseId, outcome: run(scope, taskId, plan) }
  }

  /** Publishes, and returns the release: as it is at its end, or, where that is long in coming or nobody waits, on its way. */
  async function publishNow(company: Company, app: App, by: { userId: string; locale: Locale }, publish: Publish) {
    const { scope, releaseId, outcome } = await begin(company, app, by, publish)
    let timer: NodeJS.Timeout | undefined
    const end =
      publish.waits === false ? undefined : await Promise.race([outcome, new Promise<undefined>(resolve => (timer = setTimeout(resolve, WAIT_MS, undefined)))])
    clearTimeout(timer)
    if (end && 'error' in end) {
      if (end.error instanceof ApiError && !end.isTouched) await tasks.forget(scope, releaseId)
      if (!(end.error instanceof Cancelled || end.error instanceof TimedOut)) throw end.error
    }
    return list.get(scope, company, app, releaseId, by.locale)
  }

  return {
    publishNow,

    /** Begins a release that failed once more; the answer may come before the end. */
    async retry(scope: Scope, taskId: string) {
      await db.transaction().execute(async trx => {
        await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
        await tasks.again(scope, taskId, trx)
        await watch(scope, taskId, trx)
      })
      await ongoing.runAMoment(async () => void (await run(scope, taskId)))
    },

    /** Goes on with a task whose process is gone. */
    resume: (scope: Scope, taskId: string, goneAfterSeconds?: number) => ongoing.run(() => work(scope, taskId, undefined, goneAfterSeconds)),

    settled: () => ongoing.settled(),
  }
}
