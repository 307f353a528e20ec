// Synchronising an organisation with DingTalk, Feishu or WeCom: a plan first, then its changes, which can be taken back.
import type { Selectable } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../../messages.ts'
import type { Core } from '../../../core.ts'
import { ApiError, fieldError, notFound } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import { cappedTotal, TOTAL_CAP } from '../../../store/paging.ts'
import type { Tables } from '../../../store/tables.ts'
import type { SignedIn } from '../../foundation/access/index.ts'
import type { createJobs } from '../../foundation/jobs.ts'
import type { createMessages } from '../../foundation/messages.ts'
import type { Secrets } from '../../foundation/secrets.ts'
import { isDatabaseAway } from '../../../store/database.ts'
import type { Platform } from './directory.ts'
import { createDirectories, VENDORS } from './platforms.ts'
import { reasonOf, sentenceOf } from './sentences.ts'
import { createSyncSettings } from './settings.ts'
import { createSyncWork, type Run } from './work.ts'
import { inCompany } from '../../../store/scoped.ts'

const QUEUE = 'directory-sync'
/** A plan is about the organisation as it was: older ones are made anew. */
const PLAN_HOURS = 24
const WATCH_MS = 60_000
const ACTIVE = ['reading', 'planned', 'stopped', 'applying', 'undoing'] as const

type Action = Tables['directory_change']['action']
export interface ChangeFilter {
  kind?: 'department' | 'person'
  action?: Action
  state?: 'planned' | 'applied' | 'undone' | 'kept'
  page: number
  perPage: number
}

/** Numbers by action; for whoever looks, the manager is a part of the department. */
function countsOf(kept: Record<string, number>) {
  const of = (action: Action) => (kept[`person.${action}`] ?? 0) + (kept[`department.${action}`] ?? 0)
  return {
    create: of('create'),
    move: of('move'),
    change: of('change') + of('manager'),
    enable: of('enable'),
    disable: of('disable'),
    skip: of('skip'),
    unchanged: of('unchanged'),
  }
}

const runUnknown = () => notFound('org.syncRunUnknown', 'There is no such synchronisation')

export function createDirectorySync(
  core: Pick<Core, 'config' | 'db' | 'log'>,
  { jobs, messages, secrets }: { jobs: ReturnType<typeof createJobs>; messages: ReturnType<typeof createMessages>; secrets: Secrets },
) {
  const { config, db, log } = core
  const settings = createSyncSettings(core, { secrets, directoryOf: createDirectories() })

  /** A daily run that stopped waits for somebody, who has to know. */
  async function onStopped(run: Run, trx: Trx) {
    const people = await inCompany(trx, run.company_id)
      .selectFrom('member')
      .innerJoin('person', 'person.id', 'member.user_id')
      .innerJoin('company', 'company.id', 'member.company_id')
      .select(['person.email', 'company.name', 'company.key'])
      .where('member.role', '=', 'owner')
      .where('person.email', '<>', '')
      .execute()
    const share = run.share
    for (const { email, name: organisation, key } of people) {
      const link = config.publicUrl ? `${config.publicUrl}/company/${key}/members` : ''
      const words = { organisation, platform: VENDORS[run.platform].name, people: share.people ?? 0, departments: share.departments ?? 0, link }
      const text = (['en-US', 'zh-CN'] as const).map(locale =>
        say(
          locale,
          'The daily synchronisation of {organisation} with {platform} has stopped: it would ban {people} people and put {departments} departments out of use, which is more than its limit. Nothing was changed. Look at its plan under Members, Synchronise. {link}',
          words,
        ),
      )
      const subject = say('en-US', 'Synchronisation of {organisation} has stopped', words)
      await messages.mail({ to: email, subject, text: text.join('\n\n') }, trx)
    }
  }

  const { work, left } = createSyncWork(core, { settings, onStopped })
  jobs.work<{ runId: string }>(QUEUE, ({ runId }, { isLast }) => work(runId, isLast), { limit: 3, delaySeconds: 5, isLazy: true, pollSeconds: 1 })

  async function enqueue(runId: string, on: Db | Trx = db) {
    await jobs.open()
    await jobs.send(QUEUE, { runId }, on)
  }

  function checkMode() {
    if (config.deployMode !== 'private') throw new ApiError('org.syncPrivateOnly', 'Synchronising is only possible on a private installation', 403)
  }

  async function runOf(companyId: string, id: string, on: Db | Trx = db): Promise<Run> {
    const row = await inCompany(on, companyId).selectFrom('directory_run').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw runUnknown()
    return row
  }

  async function add(companyId: string, platform: Platform, by: string | null): Promise<string> {
    await settings.connection(companyId, platform)
    const id = uuidv7()
    await jobs.open()
    try {
      await db.transaction().execute(async trx => {
        await inCompany(trx, companyId)
          .insertInto('directory_run')
          .values({ id, platform, status: 'reading', cause: by ? 'person' : 'schedule', started_by: by })
          .execute()
        await jobs.send(QUEUE, { runId: id }, trx)
      })
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code !== '23505' || constraint !== 'directory_run_active') throw error
      throw new ApiError('org.syncRunning', 'A synchronisation is under way already. Finish or cancel it first', 409)
    }
    return id
  }

  const iso = (time: Date | null) => time?.toISOString() ?? null
  const shown = (row: Run & { starter: string | null; kept: number | null }, locale: Locale) => ({
    kept: row.kept ?? 0,
    id: row.id,
    type: row.platform,
    status: row.status,
    cause: row.cause,
    startedBy: row.starter ?? '',
    createdAt: row.created_at.toISOString(),
    plannedAt: iso(row.planned_at),
    finishedAt: iso(row.finished_at),
    departmentsRead: row.departments_read,
    peopleRead: row.people_read,
    total: row.total,
    position: Math.min(row.position, row.total),
    percent: row.total ? Math.min(100, Math.floor((row.position * 100) / row.total)) : 0,
    counts: countsOf(row.counts),
    share: {
      people: row.share.people ?? 0,
      peopleOf: row.share.peopleOf ?? 0,
      departments: row.share.departments ?? 0,
      departmentsOf: row.share.departmentsOf ?? 0,
      limit: row.share.limit ?? 0,
    },
    error: row.error ? say(locale, row.error) : '',
    errorDetail: row.error_detail,
    errorStep: row.error_step,
    isActive: ACTIVE.some(status => status === row.status),
    isWorking: row.status === 'reading' || row.status === 'applying' || row.status === 'undoing',
    canConfirm: row.status === 'planned' || row.status === 'stopped' || (row.status === 'failed' && row.planned_at !== null && row.position < row.total),
    canCancel: row.status === 'reading' || row.status === 'planned' || row.status === 'stopped',
    canUndo: (row.status === 'done' || row.status === 'failed') && row.position > 0,
  })
  const runs = (companyId: string) =>
    inCompany(db, companyId)
      .selectFrom('directory_run')
      .leftJoin('person', 'person.id', 'directory_run.started_by')
      .selectAll('directory_run')
      .select('person.name as starter')
      .select(eb =>
        eb
          .selectFrom('directory_change')
          .select(inner => inner.fn.countAll<number>().as('n'))
          .whereRef('directory_change.run_id', '=', 'directory_run.id')
          .where('state', '=', 'kept')
          .as('kept'),
      )

  const changeShown = (row: Selectable<Tables['directory_change']>, locale: Locale) => ({
    n: row.n,
    kind: row.kind,
    action: row.action,
    externalId: row.external_id,
    name: row.name,
    text: sentenceOf(row, locale),
    reason: reasonOf(row.reason, locale),
    state: row.state,
  })

  let watching: NodeJS.Timeout | undefined

  async function look() {
    if (config.deployMode !== 'private') return
    for (const { companyId, platform } of await settings.due())
      await add(companyId, platform, null).catch(error => {
        if (!(error instanceof ApiError)) throw error
        log.warn({ company: companyId, platform, reason: error.code }, 'daily synchronisation not started')
      })
    for (const id of await left()) await enqueue(id)
  }

  return {
    settings: {
      list: (companyId: string) => (checkMode(), settings.list(companyId)),
      save: (companyId: string, input: Parameters<typeof settings.save>[1]) => (checkMode(), settings.save(companyId, input)),
      remove: (companyId: string, platform: Platform) => (checkMode(), settings.remove(companyId, platform)),
      async test(companyId: string, input: Parameters<typeof settings.test>[1], locale: Locale) {
        checkMode()
        const steps = await settings.test(companyId, input)
        return steps.map(({ english, ...step }) => ({ ...step, message: english && say(locale, english) }))
      },
    },

    /** Starts with reading the directory and making a plan; nothing is changed yet. */
    start: (companyId: string, platform: Platform, by: SignedIn) => (checkMode(), add(companyId, platform, by.id)),

    async list(companyId: string, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      checkMode()
      const [items, total] = await Promise.all([
        runs(companyId)
          .orderBy('directory_run.created_at', 'desc')
          .orderBy('directory_run.id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(
          db,
          inCompany(db, companyId)
            .selectFrom('directory_run')
            .select('id')
            .limit(TOTAL_CAP + 1),
        ),
      ])
      return { items: items.map(row => shown(row, locale)), ...total, page, perPage }
    },

    async get(companyId: string, id: string, locale: Locale) {
      checkMode()
      const row = await runs(companyId).where('directory_run.id', '=', id).executeTakeFirst()
      if (!row) throw runUnknown()
      return shown(row, locale)
    },

    async changes(companyId: string, id: string, { kind, action, state, page, perPage }: ChangeFilter, locale: Locale) {
      checkMode()
      await runOf(companyId, id)
      let rows = db.selectFrom('directory_change').where('run_id', '=', id)
      if (kind) rows = rows.where('kind', '=', kind)
      if (action) rows = rows.where('action', 'in', action === 'change' ? ['change', 'manager'] : [action])
      if (state) rows = rows.where('state', '=', state)
      const [items, total] = await Promise.all([
        rows
          .selectAll()
          .orderBy('n')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('n').limit(TOTAL_CAP + 1)),
      ])
      return { items: items.map(row => changeShown(row, locale)), ...total, page, perPage }
    },

    /** Carries the plan out; one beyond the limit wants the organisation's name typed. */
    async confirm(company: { id: string; name: string }, id: string, typed: string, by: SignedIn) {
      checkMode()
      await jobs.open()
      await db.transaction().execute(async trx => {
        const row = await runOf(company.id, id, trx)
        const goesOn = row.status === 'failed' && row.planned_at !== null && row.position < row.total
        if (row.status !== 'planned' && row.status !== 'stopped' && !goesOn)
          throw new ApiError('org.syncNotPlanned', 'There is no plan here that waits for an answer', 409)
        if (row.planned_at && Date.now() - row.planned_at.getTime() > PLAN_HOURS * 3_600_000)
          throw new ApiError('org.syncPlanOld', 'This plan is older than a day. Cancel it and synchronise again', 409)
        if (row.status === 'stopped' && typed.trim() !== company.name)
          throw fieldError('org.syncConfirmName', 'name', 'Type the name of the organisation to confirm')
        await change(row, { status: 'applying', confirmed_by: by.id, error: '', error_detail: '', error_step: '', finished_at: null }, trx)
        await jobs.send(QUEUE, { runId: id }, trx)
      })
    },

    async cancel(companyId: string, id: string) {
      checkMode()
      await db.transaction().execute(async trx => {
        const row = await runOf(companyId, id, trx)
        if (!['reading', 'planned', 'stopped'].includes(row.status))
          throw new ApiError('org.syncNotCancellable', 'This synchronisation can no longer be cancelled', 409)
        await change(row, { status: 'cancelled', finished_at: new Date() }, trx)
      })
    },

    /** Takes back what a run changed, thing by thing; what was changed since stays. */
    async undo(companyId: string, id: string, by: SignedIn) {
      checkMode()
      await jobs.open()
      await db.transaction().execute(async trx => {
        const row = await runOf(companyId, id, trx)
        const { applied } = await trx
          .selectFrom('directory_change')
          .select(eb => eb.fn.countAll<number>().as('applied'))
          .where('run_id', '=', id)
          .where('state', '=', 'applied')
          .executeTakeFirstOrThrow()
        if ((row.status !== 'done' && row.status !== 'failed') || !applied)
          throw new ApiError('org.syncNotUndoable', 'There is nothing here that could be taken back', 409)
        await change(row, { status: 'undoing', undone_by: by.id, total: applied, position: 0, error: '', error_detail: '', finished_at: null }, trx)
        await jobs.send(QUEUE, { runId: id }, trx)
      })
    },

    work,
    look,

    /** Looks once a minute for daily runs and for runs that a process left behind. */
    watch() {
      watching ??= setInterval(
        () => void look().catch(error => !isDatabaseAway(error) && log.warn({ err: error }, 'synchronisations not looked for')),
        WATCH_MS,
      )
      watching.unref()
    },
    unwatch() {
      clearInterval(watching)
      watching = undefined
    },
  }

  /** Only from the state that was read: two answers to one question do not both count. */
  async function change(row: Run, values: Partial<Run>, trx: Trx) {
    const { share: _share, counts: _counts, company_id: _company, ...plain } = values
    const done = await inCompany(trx, row.company_id)
      .updateTable('directory_run')
      .set({ ...plain, worker: null, beat_at: null })
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .returning('id')
      .executeTakeFirst()
      .catch((error: { code?: string; constraint?: string }) => {
        if (error.code === '23505') throw new ApiError('org.syncRunning', 'A synchronisation is under way already. Finish or cancel it first', 409)
        throw error
      })
    if (!done) throw new ApiError('org.syncNotPlanned', 'There is no plan here that waits for an answer', 409)
  }
}
