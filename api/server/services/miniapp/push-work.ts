// What a push does, a step at a time: its source is made, the pipeline begun, looked at every few seconds, and stopped where somebody asks. Each step is a job
// of its own that begins with what the row says, so that a push goes on in whatever process comes next, and holds none for as long as a pipeline takes.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Told } from '../../store/columns.ts'
import type { Scope } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import { mayInApp } from '../foundation/access/index.ts'
import { TASK } from '../release/index.ts'
import { Refused, type Client, type Look, type Run } from './pipelines/index.ts'
import { codesIn, lastLines, logLines, MOST_CODES, tellLine, type PushLine } from './push-rows.ts'
import type { PushParts } from './pushes.ts'
import { builtAs, type Framework } from './frameworks.ts'
import { PLATFORMS } from './project.ts'

export const QUEUE = 'ci-push'
/** A step that a stopped process held is taken over after so long. */
const STEP_SECONDS = 180
/** How often in a row the other side may fail to answer. */
const MOST_MISSES = 8
/** How long a pipeline that was asked to stop is looked at. */
const MOST_STOPPING = 20

interface Job extends Scope {
  id: string
}
/** Run as it is kept, with what we know besides. */
interface KeptRun extends Run {
  /** `asked`: the pipeline was told to begin, and has not answered yet. `begun`: it did. */
  state?: 'asked' | 'begun'
  /** How often it was looked at since it was asked to stop. */
  stopping?: number
}

export function createPushWork({ db, log }: Pick<Core, 'db' | 'log'>, { access, jobs, secrets, pipelines, projects, runtimes }: PushParts) {
  /** How long after a step the next one comes; tests are quicker. */
  const times = { pauseSeconds: 3, missSeconds: 15 }
  const table = (scope: Scope) => inApp(db, scope)

  const claim = ({ id, ...scope }: Job) =>
    table(scope)
      .updateTable('ci_push')
      .set({ next_at: sql<Date>`now() + make_interval(secs => ${STEP_SECONDS})` })
      .where('id', '=', id)
      .where('status', '=', 2)
      .where('next_at', '<=', sql<Date>`now() + interval '1 second'`)
      .returningAll()
      .executeTakeFirst()
  type Row = NonNullable<Awaited<ReturnType<typeof claim>>>
  const platformOf = (row: Row) => PLATFORMS[row.applet_type as 0 | 1 | 2 | 3]
  const builtIn = (row: Row) => builtAs(row.framework as Framework, platformOf(row))

  /** Keeps what a step found out, and sends the next one. */
  async function goOn(job: Job, set: object, seconds: number) {
    const { id, ...scope } = job
    await db.transaction().execute(async trx => {
      await inApp(trx, scope)
        .updateTable('ci_push')
        .set({ ...set, next_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
        .where('id', '=', id)
        .where('status', '=', 2)
        .execute()
      await jobs.send(QUEUE, job, trx, { afterSeconds: seconds })
    })
    if (!seconds) jobs.wake()
  }

  /** Nothing of the source stays once it has ended. */
  const end = ({ id, ...scope }: Job, status: 1 | -1, task: number, set: object) =>
    table(scope)
      .updateTable('ci_push')
      .set({ ...set, status, task_status: task, content: null, token: '', ended_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('status', '=', 2)
      .execute()

  const withLines = (row: Row, more: readonly PushLine[]) => JSON.stringify(lastLines([...row.lines, ...more]))

  async function fail(job: Job, row: Row, told: Told, task: number = TASK.failed) {
    await end(job, -1, task, { reason: JSON.stringify(told), lines: withLines(row, [tellLine(told)]) })
  }

  async function variables(job: Job, row: Row, content: Buffer, token: string): Promise<Record<string, string>> {
    const { entries, consts, server } = row.wish
    return {
      ...Object.fromEntries(consts.map(one => [one.var, one.value])),
      TESSERA_PUSH: job.id,
      TESSERA_SOURCE: `${server}/api/push-source/${job.id}/${token}`,
      TESSERA_SHA256: createHash('sha256').update(content).digest('hex'),
      TESSERA_FRAMEWORK: row.framework,
      TESSERA_PLATFORM: builtIn(row).platform,
      TESSERA_OUTPUT: builtIn(row).output,
      TESSERA_ENTRIES: entries.join(','),
      TESSERA_VERSION: row.version,
      TESSERA_TITLE: row.title,
      TESSERA_TAG: row.tag,
      TESSERA_RUNTIME: row.runtime,
    }
  }

  async function archiveOf(job: Job, row: Row): Promise<Buffer> {
    const named = await table(job)
      .selectFrom('app')
      .innerJoin('company', 'company.id', 'app.company_id')
      .select(['app.key as appKey', 'company.key as companyKey'])
      .executeTakeFirstOrThrow()
    const who = row.created_by ? await access.findPerson(row.created_by, { ...named, tag: 'dev' }) : undefined
    if (!who?.company || !who.app || !mayInApp(who.app, 'publish')) throw new Refused({ english: 'Whoever began this may not push the app any more' })
    const files = await runtimes.read(row.runtime)
    if (!files) throw new Refused({ english: 'There is no such runtime version' })
    const { entries, server } = row.wish
    return projects.archive(who.company, who.app, {
      from: row.source,
      tag: row.tag,
      version: row.version,
      entries,
      framework: row.framework as Framework,
      platform: platformOf(row),
      server,
      files,
    })
  }

  /** The source, and the pipeline. Begun at most once: where no answer came it is not known whether it runs. */
  async function beginRun(job: Job, row: Row, client: Client) {
    const { id, ...scope } = job
    const content = row.content ?? (await archiveOf(job, row))
    const token = secrets.open(row.token)
    const made = row.content
      ? []
      : [
          tellLine({
            english: 'Source made for {platform}: {count}, with runtime {runtime}',
            values: { count: row.wish.entries.length, platform: builtIn(row).platform, runtime: row.runtime },
          }),
        ]
    const lines = [...row.lines, ...made]
    const { numUpdatedRows } = await table(scope)
      .updateTable('ci_push')
      .set({ content, task_status: TASK.running, run: JSON.stringify({ state: 'asked' }), lines: JSON.stringify(lastLines(lines)) })
      .where('id', '=', id)
      .where('status', '=', 2)
      .where('task_status', 'in', [TASK.waiting, TASK.running])
      .executeTakeFirst()
    // It was cancelled meanwhile: the next step ends it.
    if (!numUpdatedRows) return goOn(job, {}, 0)
    try {
      const run = await client.begin(id, await variables(job, row, content, token))
      await goOn(
        job,
        { run: JSON.stringify({ ...run, state: 'begun' }), misses: 0, lines: withLines({ ...row, lines }, [tellLine({ english: 'The pipeline was begun' })]) },
        times.pauseSeconds,
      )
    } catch (error) {
      if (error instanceof Refused && error.again && row.misses < MOST_MISSES) return missed(job, { ...row, lines }, error, {})
      throw error
    }
  }

  /** It may go better later; said the first time. */
  const missed = (job: Job, row: Row, { told, afterSeconds }: Refused, run: KeptRun) =>
    goOn(
      job,
      { run: JSON.stringify(run), misses: row.misses + 1, lines: row.misses ? JSON.stringify(row.lines) : withLines(row, [tellLine(told)]) },
      afterSeconds || times.missSeconds,
    )

  async function stop(job: Job, row: Row, client: Client, run: KeptRun): Promise<KeptRun | undefined> {
    if (run.stopping !== undefined) return { ...run, stopping: run.stopping + 1 }
    if (await client.stop(run)) return { ...run, stopping: 0 }
    const told = { english: 'Cancelled here. The pipeline goes on: this server stops no run from outside' }
    await end(job, -1, TASK.cancelled, { reason: JSON.stringify(told), lines: withLines(row, [tellLine(told)]) })
    return undefined
  }

  async function lookAt(job: Job, row: Row, { client, token }: { client: Client; token: string }) {
    let run: KeptRun = row.run
    if (row.task_status === TASK.cancelling) {
      const next = await stop(job, row, client, run)
      if (!next) return
      run = next
    }
    const look = await client.look(job.id, run)
    const hidden = [token, row.token && secrets.open(row.token)].filter(Boolean)
    const text = hidden.reduce((said, secret) => said.replaceAll(secret, '***'), look.text)
    const told = logLines(text)
    const codes = [...row.codes, ...codesIn(told)].slice(-MOST_CODES)
    const kept = { run: JSON.stringify({ ...run, ...look.run }), misses: 0, codes: JSON.stringify(codes) }
    await (look.state === 'waiting' || look.state === 'running' ? stay(job, row, run, told, kept) : close(job, row, look, told, kept))
  }

  async function stay(job: Job, row: Row, run: KeptRun, told: PushLine[], kept: object) {
    const english = 'Cancelled here. The pipeline did not stop in time: look there'
    if ((run.stopping ?? 0) > MOST_STOPPING)
      return void (await end(job, -1, TASK.cancelled, {
        ...kept,
        reason: JSON.stringify({ english }),
        lines: withLines(row, [...told, tellLine({ english })]),
      }))
    await goOn(job, { ...kept, lines: withLines(row, told) }, times.pauseSeconds)
  }

  async function close(job: Job, row: Row, { state }: Look, told: PushLine[], kept: object) {
    if (state === 'done') {
      await end(job, 1, TASK.done, { ...kept, reason: null, lines: withLines(row, [...told, tellLine({ english: 'Pushed' })]) })
      return
    }
    const reason = { english: state === 'cancelled' ? 'Cancelled' : 'The pipeline failed. Its log says why' }
    const lines = withLines(row, [...told, tellLine(reason)])
    await end(job, -1, state === 'cancelled' ? TASK.cancelled : TASK.failed, { ...kept, reason: JSON.stringify(reason), lines })
  }

  async function step(job: Job, row: Row) {
    const run: KeptRun = row.run
    const there = await pipelines.client(job.companyId)
    if (!there) return fail(job, row, { english: 'The organisation has no pipeline any more' })
    if (row.deadline_at.getTime() < Date.now()) {
      if (run.state === 'begun') await there.client.stop(run).catch(() => false)
      return fail(job, row, { english: 'The pipeline took too long and was stopped' }, TASK.timedOut)
    }
    if (run.state === 'begun') return lookAt(job, row, there)
    if (row.task_status === TASK.cancelling) return fail(job, row, { english: 'Cancelled' }, TASK.cancelled)
    if (run.state === 'asked')
      return fail(job, row, { english: 'The server stopped while the pipeline was begun. Look there whether it runs, and then try again' })
    return beginRun(job, row, there.client)
  }

  async function perform(job: Job) {
    const row = await claim(job)
    if (!row) return
    try {
      await step(job, row)
    } catch (error) {
      const { state }: KeptRun = row.run
      if (error instanceof Refused && error.again && state === 'begun' && row.misses < MOST_MISSES) return missed(job, row, error, row.run)
      if (!(error instanceof Refused || error instanceof ApiError)) log.error({ err: error, push: job.id }, 'a push did not go on')
      const told: Told =
        error instanceof Refused
          ? error.told
          : error instanceof ApiError
            ? { english: error.english, ...(error.more.values && { values: error.more.values }) }
            : { english: 'Something went wrong inside Tessera; its log tells what' }
      const now = await table(job).selectFrom('ci_push').selectAll().where('id', '=', job.id).executeTakeFirst()
      await fail(job, now ?? row, told)
    }
  }

  jobs.work<Job>(QUEUE, perform, { limit: 3, delaySeconds: 5, isLazy: true, pollSeconds: 1 })
  jobs.onStart(async () => {
    const open = await everywhere(db, 'pushes that a stopped server left behind')
      .selectFrom('ci_push')
      .select(['id', 'company_id', 'app_id', sql<number>`greatest(0, ceil(extract(epoch from next_at - now())))::int`.as('seconds')])
      .where('status', '=', 2)
      .execute()
    for (const { id, company_id, app_id, seconds } of open) await jobs.send(QUEUE, { id, companyId: company_id, appId: app_id }, db, { afterSeconds: seconds })
  })
  return { times }
}
