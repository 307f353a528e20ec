// Work of cases outside of their transaction: written with the command that wants it, leased by whichever process comes first, done, completed in a
// transaction of its own. Killed between the two it is done again, with the same id.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import type { Tables } from '../../store/tables.ts'
import type { FlowScope } from './cases.ts'
import type { Clock } from './timers.ts'

export type WorkKind = Tables['flow_outbox']['kind']
export interface Work {
  id: string
  caseId: string
  scope: FlowScope
  kind: WorkKind
  token: number
  node: string
  payload: Record<string, unknown>
  /** This one counts. */
  tries: number
}
/** Why work failed: an English sentence, and what is in its places. */
export interface Reason {
  reason: string
  values?: Record<string, string | number>
}
export type Wanted = Pick<Work, 'caseId'> & Partial<Pick<Work, 'token' | 'node' | 'payload'>>
export interface Doer {
  /** Outside of any transaction; may be done twice. */
  act(work: Work): Promise<unknown>
  /** In one transaction, with {@link Outbox.complete}. */
  done(work: Work, answer: unknown): Promise<void>
  /** Tried often enough, or refused for good. */
  failed(work: Work, why: Reason): Promise<void>
}
/** Processes hear that there is something to do. */
export const WORK_TOPIC = 'flow.work'

const LEASE_MS = 120_000
/** Rows of one statement. */
const TOGETHER = 1_000
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000]
/** Refusals that another time may not meet. */
const MAY_PASS = new Set([408, 409, 423, 425, 429])

export const reasonOf = (error: unknown): Reason =>
  error instanceof ApiError
    ? { reason: error.english, ...(error.more.values && { values: error.more.values }) }
    : { reason: (error instanceof Error ? error.message : String(error)).slice(0, 500) }
/** As it is kept: in English, with what is in its places; `sayAgain` finds the sentence by it. */
export const toldAs = ({ reason, values }: Reason) => say('en-US', reason, values).slice(0, 1000)
const isForGood = (error: unknown) => error instanceof ApiError && error.status < 500 && !MAY_PASS.has(error.status)

export function createOutbox({ db, bus }: Pick<Core, 'db' | 'bus'>, clock: Clock) {
  const rows = () => everywhere(db, 'work of cases goes on in whatever process picks it up; whose it is was asked when it was written')
  const workOf = (row: {
    id: string
    case_id: string
    company_id: string
    app_id: string
    tag: string
    kind: WorkKind
    token: number
    node: string
    payload: Record<string, unknown>
    tries: number
  }): Work => ({
    id: row.id,
    caseId: row.case_id,
    scope: { companyId: row.company_id, appId: row.app_id, tag: row.tag },
    kind: row.kind,
    token: row.token,
    node: row.node,
    payload: row.payload,
    tries: row.tries,
  })
  const COLUMNS = ['id', 'case_id', 'company_id', 'app_id', 'tag', 'kind', 'token', 'node', 'payload', 'tries'] as const

  async function addAll(scope: FlowScope, kind: WorkKind, list: readonly Wanted[], trx: Trx) {
    const next_at = clock.now()
    for (let at = 0; at < list.length; at += TOGETHER)
      await inApp(trx, scope)
        .insertInto('flow_outbox')
        .values(
          list.slice(at, at + TOGETHER).map(({ caseId, token = 0, node = '', payload = {} }) => ({
            id: uuidv7(),
            case_id: caseId,
            tag: scope.tag,
            kind,
            token,
            node,
            payload: JSON.stringify(payload),
            next_at,
          })),
        )
        .execute()
    if (list.length) await bus.publish(trx, WORK_TOPIC, {})
  }

  return {
    addAll,
    add: (scope: FlowScope, { kind, ...wanted }: Wanted & { kind: WorkKind }, trx: Trx) => addAll(scope, kind, [wanted], trx),

    /** What stood still is tried again; what somebody waits for is left to them for a while. */
    async waitAgain(scope: FlowScope, caseId: string, tokens: readonly number[], isAwaited: boolean, trx: Trx) {
      if (!tokens.length) return
      await inApp(trx, scope)
        .updateTable('flow_outbox')
        .set({ state: 'waiting', tries: 0, error: '', next_at: new Date(clock.now().getTime() + (isAwaited ? LEASE_MS : 0)), leased_until: null })
        .where('case_id', '=', caseId)
        .where('kind', '=', 'service')
        .where('token', 'in', [...tokens])
        .execute()
      await bus.publish(trx, WORK_TOPIC, {})
    },
    /** The step waits until the case that it called has ended; false where it waits no more. One that ended meanwhile is not slept through. */
    async rest({ id, scope, tries }: Work, { child, until }: { child: string; until: Date }, trx: Trx): Promise<boolean> {
      const payload = JSON.stringify({ child })
      const row = await inApp(trx, scope)
        .updateTable('flow_outbox')
        .set({ payload: sql<string>`payload || ${payload}::jsonb`, next_at: until, leased_until: null, tries: Math.max(0, tries - 1), error: '' })
        .where('id', '=', id)
        .where(sql<boolean>`not payload ? 'ended'`)
        .returning('id')
        .executeTakeFirst()
      return !!row
    },
    /** A case that was called has ended: whoever called it goes on. */
    async wakeCaller(scope: FlowScope, callerId: string, child: string, trx: Trx) {
      await inApp(trx, scope)
        .updateTable('flow_outbox')
        .set({ payload: sql<string>`payload || '{"ended": true}'`, next_at: clock.now(), leased_until: null })
        .where('case_id', '=', callerId)
        .where('kind', '=', 'service')
        .where(sql<boolean>`payload ->> 'child' = ${child}`)
        .execute()
      await bus.publish(trx, WORK_TOPIC, {})
    },
    /** Cases that steps called which are left now are stopped, each in a command of its own. */
    async stopCalled({ companyId, appId }: FlowScope, callerId: string, tokens: readonly number[], trx: Trx) {
      await sql`
        insert into flow_outbox (id, case_id, company_id, app_id, tag, kind, next_at)
        select gen_random_uuid(), c.id, c.company_id, c.app_id, c.tag, 'called', ${clock.now()}::timestamptz from flow_case c
        where c.company_id = ${companyId} and c.app_id = ${appId} and c.caller_id = ${callerId} and c.caller_token = any(${[...tokens]}::integer[]) and c.ended_at is null
      `.execute(trx)
      await bus.publish(trx, WORK_TOPIC, {})
    },
    /** Processes hear of work that is written with a case. */
    announce: (trx: Trx) => bus.publish(trx, WORK_TOPIC, {}),

    /** Takes some of what is due for this process. */
    async lease(most: number): Promise<Work[]> {
      const now = clock.now()
      const due = rows()
        .selectFrom('flow_outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('next_at', '<=', now)
        .where(eb => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
        .orderBy('next_at')
        .limit(most)
        .forUpdate()
        .skipLocked()
      const leased = await rows()
        .updateTable('flow_outbox')
        .set({ leased_until: new Date(now.getTime() + LEASE_MS), tries: sql<number>`tries + 1` })
        .where('id', 'in', due)
        .returning(COLUMNS)
        .execute()
      return leased.map(workOf)
    },

    /** Takes what somebody wants done now, whatever it waits for; nothing where another process is at it. */
    async take(scope: FlowScope, caseId: string, token: number): Promise<Work | undefined> {
      const now = clock.now()
      const row = await inApp(db, scope)
        .updateTable('flow_outbox')
        .set({ state: 'waiting', leased_until: new Date(now.getTime() + LEASE_MS), tries: 1, error: '' })
        .where('case_id', '=', caseId)
        .where('kind', '=', 'service')
        .where('token', '=', token)
        .where(eb => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
        .returning(COLUMNS)
        .executeTakeFirst()
      return row && workOf(row)
    },

    /** Tries it; answers why it failed, if it did. */
    async run(doer: Doer, work: Work, { isLast = false } = {}): Promise<Reason | undefined> {
      try {
        const answer = await doer.act(work)
        await doer.done(work, answer)
        return undefined
      } catch (error) {
        const why = reasonOf(error)
        const pause = PAUSES_MS[work.tries - 1]
        if (isLast || pause === undefined || isForGood(error)) await doer.failed(work, why)
        else
          await inApp(db, work.scope)
            .updateTable('flow_outbox')
            .set({ error: toldAs(why), leased_until: null, next_at: new Date(clock.now().getTime() + pause) })
            .where('id', '=', work.id)
            .execute()
        return why
      }
    },

    /** False where another process has done it. */
    async complete({ id, scope }: Work, trx: Trx): Promise<boolean> {
      return !!(await inApp(trx, scope).deleteFrom('flow_outbox').where('id', '=', id).returning('id').executeTakeFirst())
    },
    /** It stays as it failed, for somebody to look at. */
    async keepFailed({ id, scope }: Work, why: Reason, trx: Trx): Promise<boolean> {
      return !!(await inApp(trx, scope)
        .updateTable('flow_outbox')
        .set({ state: 'failed', error: toldAs(why), leased_until: null, payload: sql<string>`payload - 'child' - 'ended'` })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst())
    },
  }
}
export type Outbox = ReturnType<typeof createOutbox>
