// The life of a publish as a task: it waits, is held by one process at a time, says what it does, and ends. Rows only; what a publish does is not here.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { ApiError, notFound } from '../../errors.ts'
import type { JsonColumns } from '../../store/columns.ts'
import type { Db, Scope, Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'

export const TASK = { waiting: 0, running: 1, done: 2, failed: -1, timedOut: -2, cancelling: -3, cancelled: -4 } as const
export type TaskStatus = (typeof TASK)[keyof typeof TASK]
export type Line = JsonColumns['release_task.lines'][number]
export type Reason = JsonColumns['release_task.reason']

/** Without a sign of life for so long, the process that held a task is taken for dead. */
export const GONE_AFTER_SECONDS = 30
/** What has not ended by then does not. */
const DEADLINE_MINUTES = 30
const MOST_LINES = 200

/** Somebody else holds the task by now: this process keeps its hands off. */
export class Lost extends Error {}
export class Cancelled extends Error {}
export class TimedOut extends Error {}

export interface Held<Wish> {
  id: string
  releaseId: string
  wish: Wish
  /** True where it was begun before, by a process that is gone or by a try that failed. */
  isAgain: boolean
  /** Says what is done next; told at the next step. */
  say(progress: number, english: string, values?: Line['values']): void
  /** Between two steps: tells the lines, and stops where the task was cancelled, is too late or is held by another. */
  step(): Promise<void>
  /** A sign of life. */
  beat(): Promise<void>
  /** Ends it in the transaction of the work, so that both are there or neither is. From here on it cannot be cancelled. */
  finish(trx: Trx): Promise<void>
  fail(status: typeof TASK.failed | typeof TASK.timedOut | typeof TASK.cancelled, reason: Reason, canRetry: boolean): Promise<void>
}

export function createTasks({ db }: { db: Db }) {
  /** The task, unless its own last transaction or somebody else's look at it is under way. */
  const free = (scope: Scope, id: string, on: Db | Trx) =>
    inApp(on, scope).selectFrom('release_task').selectAll().where('id', '=', id).forUpdate().skipLocked().executeTakeFirst()

  const setRelease = (scope: Scope, id: string, status: number, trx: Trx) =>
    inApp(trx, scope).updateTable('release').set({ status }).where('id', '=', id).execute()

  function hold<Wish>(scope: Scope, row: { id: string; release_id: string; wish: unknown; lines: Line[] }, worker: string, isAgain: boolean): Held<Wish> {
    const lines = [...row.lines]
    let progress = 0
    const write = () => ({ lines: JSON.stringify(lines.slice(-MOST_LINES)), progress })
    const own = (on: Db | Trx) => inApp(on, scope).updateTable('release_task').where('id', '=', row.id).where('worker', '=', worker)

    return {
      id: row.id,
      releaseId: row.release_id,
      wish: row.wish as Wish,
      isAgain,
      say(at, english, values) {
        progress = at
        lines.push({ at: new Date().toISOString(), english, ...(values && { values }) })
      },
      async step() {
        const there = await own(db)
          .set({ ...write(), touched_at: sql`now()` })
          .returning(['status', sql<boolean>`deadline_at < now()`.as('late')])
          .executeTakeFirst()
        if (!there) throw new Lost()
        if (there.status === TASK.cancelling) throw new Cancelled()
        if (there.late) throw new TimedOut()
      },
      async beat() {
        await db.transaction().execute(async trx => {
          // The last transaction of the work holds the row, and is a sign of life itself.
          if (!(await free(scope, row.id, trx))) return
          await own(trx)
            .set({ touched_at: sql`now()` })
            .execute()
        })
      },
      async finish(trx) {
        const ended = await own(trx)
          .where('status', '=', TASK.running)
          .set({ ...write(), progress: 100, status: TASK.done, can_retry: false, reason: null, worker: null, ended_at: sql`now()` })
          .executeTakeFirst()
        if (ended.numUpdatedRows) return
        const { status } = (await inApp(trx, scope).selectFrom('release_task').select('status').where('id', '=', row.id).executeTakeFirst()) ?? {}
        throw status === TASK.cancelling ? new Cancelled() : new Lost()
      },
      async fail(status, reason, canRetry) {
        await db.transaction().execute(async trx => {
          const ended = await own(trx)
            .set({ ...write(), status, reason: JSON.stringify(reason), can_retry: canRetry, worker: null, ended_at: sql`now()` })
            .executeTakeFirst()
          if (ended.numUpdatedRows) await setRelease(scope, row.release_id, -1, trx)
        })
      },
    }
  }

  return {
    /** Writes a task down beside its release, in the same transaction. */
    async add(trx: Trx, scope: Scope, releaseId: string, wish: object): Promise<string> {
      const id = uuidv7()
      await inApp(trx, scope)
        .insertInto('release_task')
        .values({ id, release_id: releaseId, wish: JSON.stringify(wish), deadline_at: sql`now() + make_interval(mins => ${DEADLINE_MINUTES})` })
        .execute()
      return id
    },

    /** Takes a task that waits, or that a process left behind; nothing where it has ended or somebody works on it. */
    async take<Wish>(scope: Scope, id: string, goneAfterSeconds = GONE_AFTER_SECONDS): Promise<Held<Wish> | undefined> {
      const worker = uuidv7()
      const row = await db.transaction().execute(async trx => {
        const there = await free(scope, id, trx)
        if (!there) return undefined
        const isOpen = there.status === TASK.waiting || there.status === TASK.running || there.status === TASK.cancelling
        const isGone = there.touched_at.getTime() <= Date.now() - goneAfterSeconds * 1000
        if (!isOpen || (there.status !== TASK.waiting && !isGone)) return undefined
        if (there.status !== TASK.cancelling) {
          await inApp(trx, scope)
            .updateTable('release_task')
            .set({ status: TASK.running, worker, touched_at: sql`now()` })
            .where('id', '=', id)
            .execute()
          return there
        }
        await inApp(trx, scope)
          .updateTable('release_task')
          .set({ status: TASK.cancelled, can_retry: true, ended_at: sql`now()` })
          .where('id', '=', id)
          .execute()
        await setRelease(scope, there.release_id, -1, trx)
        return undefined
      })
      return row && hold<Wish>(scope, row, worker, row.status !== TASK.waiting || row.lines.length > 0)
    },

    /** Whether it has come to its end. */
    async hasEnded(scope: Scope, id: string): Promise<boolean> {
      const row = await inApp(db, scope).selectFrom('release_task').select('status').where('id', '=', id).executeTakeFirst()
      return !row || row.status === TASK.done || row.status === TASK.failed || row.status === TASK.timedOut || row.status === TASK.cancelled
    },

    /** Asks a release in progress to stop; what waits stops at once. */
    async cancel(scope: Scope, releaseId: string) {
      await db.transaction().execute(async trx => {
        const known = await inApp(trx, scope).selectFrom('release').select('status').where('id', '=', releaseId).executeTakeFirst()
        if (!known) throw notFound('release.unknown', 'There is no such release')
        const named = await inApp(trx, scope).selectFrom('release_task').select('id').where('release_id', '=', releaseId).executeTakeFirst()
        if (known.status !== 2 || !named) throw new ApiError('release.ended', 'This release is not in progress', 409)
        const task = await free(scope, named.id, trx)
        if (!task) throw new ApiError('release.tooLate', 'This release is about to end: the databases are being changed', 409)
        const isWaiting = task.status === TASK.waiting
        await inApp(trx, scope)
          .updateTable('release_task')
          .set(isWaiting ? { status: TASK.cancelled, can_retry: true, ended_at: sql`now()` } : { status: TASK.cancelling })
          .where('id', '=', task.id)
          .execute()
        if (isWaiting) await setRelease(scope, releaseId, -1, trx)
      })
    },

    /** Puts a task that failed back to its beginning. */
    async again(scope: Scope, id: string, trx: Trx) {
      const task = await free(scope, id, trx)
      if (!task) throw notFound('release.taskUnknown', 'There is no such task')
      if (!task.can_retry) throw new ApiError('release.notRetryable', 'This release cannot be tried again', 409)
      const { tag } = await inApp(trx, scope).selectFrom('release').select('tag').where('id', '=', task.release_id).executeTakeFirstOrThrow()
      const busy = await inApp(trx, scope).selectFrom('release').select('id').where('tag', '=', tag).where('status', '=', 2).executeTakeFirst()
      if (busy) throw new ApiError('release.inProgress', 'A release is in progress', 409)
      await setRelease(scope, task.release_id, 2, trx)
      await inApp(trx, scope)
        .updateTable('release_task')
        .set({
          status: TASK.waiting,
          can_retry: false,
          reason: null,
          progress: 0,
          ended_at: null,
          deadline_at: sql`now() + make_interval(mins => ${DEADLINE_MINUTES})`,
          lines: JSON.stringify([...task.lines, { at: new Date().toISOString(), english: 'Tried again' } satisfies Line]),
        })
        .where('id', '=', id)
        .execute()
    },

    /** A release that was refused before it did anything, while its person still waited for the answer, was never one. */
    async forget(scope: Scope, releaseId: string) {
      await inApp(db, scope).deleteFrom('release').where('id', '=', releaseId).where('status', '=', -1).execute()
    },

    /** What processes that are gone left open, in every app. */
    async open(): Promise<{ id: string; companyId: string; appId: string }[]> {
      const { rows } = await sql<{ id: string; companyId: string; appId: string }>`
        select id, company_id as "companyId", app_id as "appId" from release_task where status in (0, 1, -3)`.execute(db)
      return rows
    },
  }
}

export type Tasks = ReturnType<typeof createTasks>
