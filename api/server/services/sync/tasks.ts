// The life of sending an app as a task: it waits, is held by one process at a time, says what it does, and ends. Rows only.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { JsonColumns, SyncTarget } from '../../store/columns.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import { Cancelled, labelOf, Lost, TASK, TimedOut } from '../release/index.ts'

export type Line = JsonColumns['sync_task.lines'][number]
export type Target = SyncTarget

/** Without a sign of life for so long, the process that held a task is taken for dead. */
export const GONE_AFTER_SECONDS = 30
const DEADLINE_MINUTES = 60
const MOST_LINES = 300

export interface Wish {
  source: string
  services: readonly { id: string; name: string }[]
  syncRelease: boolean
  tag: string
  sections: readonly string[]
  language: Locale
}

export interface HeldSync {
  id: string
  source: string
  syncRelease: boolean
  tag: string
  sections: string[]
  language: Locale
  createdBy: string | null
  targets: Target[]
  say(progress: number, english: string, values?: Line['values']): void
  /** Between two steps: keeps what was said, and stops where the task was cancelled, is too late or is held by another. */
  step(): Promise<void>
  end(status: typeof TASK.done | typeof TASK.failed | typeof TASK.timedOut | typeof TASK.cancelled): Promise<void>
}

/** A sentence in the language of whoever reads it; a value may be a sentence of ours itself. */
export const told = (locale: Locale, english: string, values: Line['values'] = {}) =>
  say(
    locale,
    english,
    Object.fromEntries(
      Object.entries(values).map(([name, value]): [string, string | number] => [name, typeof value === 'string' ? say(locale, value) : value]),
    ),
  )

const sectionOf = (part: string): [section: string, id: string] => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]
const CHANGES = { added: 'added', removed: 'removed', changed: 'changed' } as const
const isOpen = (status: number) => status === TASK.waiting || status === TASK.running || status === TASK.cancelling
const inProgress = () => new ApiError('sync.inProgress', 'This app is being synchronised already', 409)

export function createSyncTasks({ db }: { db: Db }) {
  const rows = (scope: Scope, on: Db | Trx = db) =>
    inApp(on, scope).selectFrom('sync_task').leftJoin('person', 'person.id', 'sync_task.created_by').selectAll('sync_task').select('person.name as by_name')

  function tell(row: Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>, locale: Locale) {
    const targets = row.targets.map(({ id, name, status, count = 0, bytes = 0, sent = 0, drift = [], overwrite = [] }) => ({
      id,
      name,
      status,
      count,
      bytes,
      sent,
      drift: drift.map(one => ({
        ...one,
        section: say(locale, one.section),
        label: labelOf(...sectionOf(one.part), one.label, locale),
        value: `${id} ${one.part}`,
        overwritten: overwrite.includes(one.part),
      })),
    }))
    return {
      id: row.id,
      from: row.source,
      task: {
        id: row.id,
        status: row.status as 0 | 1 | 2 | -1 | -2 | -3 | -4,
        progress: row.progress,
        log: row.lines.map(({ at, english, values }) => `${at.slice(11, 19)} ${told(locale, english, values)}`).join('\n'),
      },
      createdAt: row.created_at.toISOString(),
      createdBy: row.by_name ?? '',
      services: row.targets.map(({ name }) => name),
      syncRelease: row.sync_release,
      tag: row.tag,
      overWriteOldConfig: row.sections,
      canRetry: row.can_retry,
      targets,
      hasDrift: targets.some(one => one.status === 'drift'),
      // As the form offers them: what is chosen is overwritten.
      driftOptions: targets.flatMap(({ name, status, drift }) =>
        status === 'drift'
          ? drift.map(({ label, section, change, value }) => ({
              label: [...(targets.length > 1 ? [name] : []), section, `${label} (${say(locale, CHANGES[change])})`].join(' · '),
              value,
            }))
          : [],
      ),
    }
  }

  function hold(
    scope: Scope,
    row: {
      id: string
      source: string
      sync_release: boolean
      tag: string
      sections: string[]
      language: string
      created_by: string | null
      targets: Target[]
      lines: Line[]
    },
    worker: string,
  ): HeldSync {
    const lines = [...row.lines]
    let progress = 0
    const targets = structuredClone(row.targets)
    const own = () => inApp(db, scope).updateTable('sync_task').where('id', '=', row.id).where('worker', '=', worker)
    const kept = () => ({ lines: JSON.stringify(lines.slice(-MOST_LINES)), progress, targets: JSON.stringify(targets), touched_at: sql<Date>`now()` })
    return {
      id: row.id,
      source: row.source,
      syncRelease: row.sync_release,
      tag: row.tag,
      sections: row.sections,
      language: row.language as Locale,
      createdBy: row.created_by,
      targets,
      say(at, english, values) {
        progress = Math.max(0, Math.min(100, Math.round(at)))
        lines.push({ at: new Date().toISOString(), english, ...(values && { values }) })
      },
      async step() {
        const there = await own()
          .set(kept())
          .returning(['status', sql<boolean>`deadline_at < now()`.as('late')])
          .executeTakeFirst()
        if (!there) throw new Lost()
        if (there.status === TASK.cancelling) throw new Cancelled()
        if (there.late) throw new TimedOut()
      },
      async end(status) {
        const canRetry = status !== TASK.done
        await own()
          .set({ ...kept(), ...(status === TASK.done && { progress: 100 }), status, can_retry: canRetry, worker: null, ended_at: sql<Date>`now()` })
          .execute()
      },
    }
  }

  async function checkFree(scope: Scope, trx: Trx) {
    await inApp(trx, scope).selectFrom('app').select('id').forNoKeyUpdate().execute()
    const busy = await inApp(trx, scope)
      .selectFrom('sync_task')
      .select('id')
      .where('status', 'in', [TASK.waiting, TASK.running, TASK.cancelling])
      .executeTakeFirst()
    if (busy) throw inProgress()
  }

  return {
    async add(scope: Scope, userId: string, wish: Wish, send: (id: string, trx: Trx) => Promise<void>): Promise<string> {
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        await checkFree(scope, trx)
        await inApp(trx, scope)
          .insertInto('sync_task')
          .values({
            id,
            source: wish.source,
            sync_release: wish.syncRelease,
            tag: wish.syncRelease ? wish.tag : '',
            sections: [...wish.sections],
            targets: JSON.stringify(wish.services.map(({ id: service, name }): Target => ({ id: service, name, status: 'waiting' }))),
            language: wish.language,
            deadline_at: sql`now() + make_interval(mins => ${DEADLINE_MINUTES})`,
            created_by: userId,
          })
          .execute()
        await send(id, trx)
      })
      return id
    },

    /** Takes a task that waits, or that a process left behind; nothing where it has ended or somebody works on it. */
    async take(scope: Scope, id: string, goneAfterSeconds = GONE_AFTER_SECONDS): Promise<HeldSync | undefined> {
      const worker = uuidv7()
      return db.transaction().execute(async trx => {
        const there = await inApp(trx, scope).selectFrom('sync_task').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()
        if (!there || !isOpen(there.status)) return undefined
        if (there.status !== TASK.waiting && there.touched_at.getTime() > Date.now() - goneAfterSeconds * 1000) return undefined
        const set = (values: { status: number; worker?: string; can_retry?: boolean; ended_at?: Date }) =>
          inApp(trx, scope)
            .updateTable('sync_task')
            .set({ ...values, touched_at: sql<Date>`now()` })
            .where('id', '=', id)
            .execute()
        if (there.status === TASK.cancelling) {
          await set({ status: TASK.cancelled, can_retry: true, ended_at: new Date() })
          return undefined
        }
        await set({ status: TASK.running, worker })
        return hold(scope, there, worker)
      })
    },

    async hasEnded(scope: Scope, id: string): Promise<boolean> {
      const row = await inApp(db, scope).selectFrom('sync_task').select('status').where('id', '=', id).executeTakeFirst()
      return !row || !isOpen(row.status)
    },

    /** Asks it to stop; what waits stops at once. */
    async cancel(scope: Scope, id: string) {
      await db.transaction().execute(async trx => {
        const task = await inApp(trx, scope).selectFrom('sync_task').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
        if (!task) throw notFound('sync.unknown', 'There is no such synchronisation')
        if (!isOpen(task.status)) throw new ApiError('sync.ended', 'This synchronisation has ended', 409)
        await inApp(trx, scope)
          .updateTable('sync_task')
          .set(task.status === TASK.waiting ? { status: TASK.cancelled, can_retry: true, ended_at: new Date() } : { status: TASK.cancelling })
          .where('id', '=', id)
          .execute()
      })
    },

    /** Puts a task that did not end well back to its beginning; what is decided of parts that were changed over there goes along. */
    async again(scope: Scope, id: string, overwrite: readonly string[], send: (id: string, trx: Trx) => Promise<void>) {
      await db.transaction().execute(async trx => {
        const task = await inApp(trx, scope).selectFrom('sync_task').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
        if (!task) throw notFound('sync.unknown', 'There is no such synchronisation')
        if (!task.can_retry) throw new ApiError('sync.notRetryable', 'This synchronisation cannot be tried again', 409)
        await checkFree(scope, trx)
        const targets = task.targets.map((one): Target => {
          if (one.status === 'done' || one.status === 'taken') return one
          const chosen = (one.drift ?? []).map(({ part }) => part).filter(part => overwrite.includes(`${one.id} ${part}`))
          return { ...one, status: 'waiting', ...(one.drift && { overwrite: chosen }) }
        })
        await inApp(trx, scope)
          .updateTable('sync_task')
          .set({
            status: TASK.waiting,
            can_retry: false,
            progress: 0,
            ended_at: null,
            worker: null,
            targets: JSON.stringify(targets),
            deadline_at: sql`now() + make_interval(mins => ${DEADLINE_MINUTES})`,
            lines: JSON.stringify([...task.lines, { at: new Date().toISOString(), english: 'Tried again' } satisfies Line]),
          })
          .where('id', '=', id)
          .execute()
        await send(id, trx)
      })
    },

    async get(scope: Scope, id: string, locale: Locale) {
      const row = await rows(scope).where('sync_task.id', '=', id).executeTakeFirst()
      if (!row) throw notFound('sync.unknown', 'There is no such synchronisation')
      return tell(row, locale)
    },

    async list(scope: Scope, { page, perPage }: { page: number; perPage: number }, locale: Locale) {
      const [found, counted] = await Promise.all([
        rows(scope)
          .orderBy('sync_task.created_at', 'desc')
          .orderBy('sync_task.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        inApp(db, scope)
          .selectFrom('sync_task')
          .select(eb => [eb.fn.countAll<number>().as('total'), eb.fn.countAll<number>().filterWhere('status', 'in', [0, 1, -3]).as('busy')])
          .executeTakeFirstOrThrow(),
      ])
      return { items: found.map(row => tell(row, locale)), total: counted.total, page, perPage, inProgress: counted.busy > 0 }
    },

    /** What processes that are gone left open, in every app. */
    open: () =>
      everywhere(db, 'synchronisations that were left open, of all apps')
        .selectFrom('sync_task')
        .select(['id', 'company_id as companyId', 'app_id as appId'])
        .where('status', 'in', [TASK.waiting, TASK.running, TASK.cancelling])
        .execute(),
  }
}
export type SyncTasks = ReturnType<typeof createSyncTasks>
