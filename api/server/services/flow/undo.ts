// What operators do to an instance can be taken back for a while, where nothing has happened to it since and nothing outside has begun because of it.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { FlowScope } from './cases.ts'
import type { Notices } from './notices.ts'
import type { Clock } from './timers.ts'

const UNDO_MS = 600_000

/** Since when an operation can be taken back at this moment. */
export const undoSince = (clock: Clock) => new Date(clock.now().getTime() - UNDO_MS)
export const undoUntil = (made: Date) => new Date(made.getTime() + UNDO_MS)

/**
 * Whether an instance stands as the operation left it. The lines of the operation are those of its moment; what people say beside it changes nothing.
 * `u` is the row of flow_undo.
 */
const UNTOUCHED = sql<boolean>`not exists (
  select from flow_event e where e.case_id = u.case_id and e.seq > u.seq and e.type not in ('comment', 'urged')
    and (e.created_at <> (select f.created_at from flow_event f where f.case_id = u.case_id and f.seq = u.seq + 1) or e.by_id is distinct from u.by_id))`

/** What stopped an instance whose caller was left: it is taken back with what is done to the caller, and not by itself. */
export const BY_CALLER = 'CALLER'
export const STANDS = sql<boolean>`(u.act <> ${BY_CALLER} and ${UNTOUCHED})`

/** Keeps how an instance stands, before something is done to it; in the transaction that does it. */
export async function keepBefore(scope: FlowScope, caseId: string, { by, act }: { by: string | null; act: string }, now: Date, trx: Trx) {
  await inApp(trx, scope)
    .deleteFrom('flow_undo')
    .where('made_at', '<', new Date(now.getTime() - UNDO_MS))
    .execute()
  await sql`
    insert into flow_undo (case_id, company_id, app_id, tag, seq, by_id, act, before, made_at)
    select c.id, c.company_id, c.app_id, c.tag, c.seq, ${by}, ${act}, jsonb_build_object(
        'definition', c.definition_hash, 'vars', c.vars, 'state', c.state, 'status', c.status, 'result', c.result, 'suspended_at', c.suspended_at, 'ended_at', c.ended_at,
        'tasks', coalesce((select jsonb_agg(to_jsonb(t)) from flow_task t where t.case_id = c.id and t.state in ('open', 'suspended', 'nobody')), '[]'),
        'timers', coalesce((select jsonb_agg(to_jsonb(t)) from flow_timer t where t.case_id = c.id), '[]'),
        'messages', coalesce((select jsonb_agg(to_jsonb(m)) from flow_message m where m.case_id = c.id), '[]'),
        'work', coalesce((select jsonb_agg(to_jsonb(o)) from flow_outbox o where o.case_id = c.id and o.kind = 'service'), '[]'),
        'known', coalesce((select jsonb_agg(o.id) from flow_outbox o where o.case_id = c.id), '[]')), ${now}::timestamptz
    from flow_case c where c.id = ${caseId} and c.app_id = ${scope.appId} and c.company_id = ${scope.companyId}
    on conflict (case_id) do update set seq = excluded.seq, by_id = excluded.by_id, act = excluded.act, before = excluded.before, made_at = excluded.made_at
  `.execute(trx)
}
/** What cannot be taken back leaves nothing to take back before it either. */
export const forgetBefore = (scope: FlowScope, caseId: string, trx: Trx) => inApp(trx, scope).deleteFrom('flow_undo').where('case_id', '=', caseId).execute()

export function createUndo({ db }: Pick<Core, 'db'>, { notices, clock }: { notices: Notices; clock: Clock }) {
  const begun = () => new ApiError('flow.undoBegun', 'What it led to has begun outside: it cannot be taken back any more', 409)

  /** What an instance called goes on: what is to be stopped is not, and what was stopped stands as before. False where something came of that already. */
  async function calledGoOn(scope: FlowScope, caseId: string, now: Date, trx: Trx): Promise<boolean> {
    const children = sql`select w -> 'payload' ->> 'child' as id from flow_undo u, jsonb_array_elements(u.before -> 'work') w
      where u.case_id = ${caseId} and u.app_id = ${scope.appId} and w -> 'payload' ? 'child' and not w -> 'payload' ? 'ended'`
    // Held, so that none of them is stopped meanwhile.
    const { rows: called } = await sql<{ id: string; seq: number; ended_at: Date | null }>`
      select c.id, c.seq, c.ended_at from flow_case c where c.company_id = ${scope.companyId} and c.app_id = ${scope.appId} and c.id::text in (${children})
      order by c.id for update`.execute(trx)
    await sql`delete from flow_outbox o where o.app_id = ${scope.appId} and o.company_id = ${scope.companyId} and o.kind = 'called' and o.case_id::text in (${children})`.execute(
      trx,
    )
    for (const { id, seq, ended_at } of called) if (ended_at && !(await broughtBack(scope, { id, seq }, now, trx))) return false
    return true
  }
  /** An instance that was stopped with the step that called it. */
  async function broughtBack(scope: FlowScope, { id, seq }: { id: string; seq: number }, now: Date, trx: Trx): Promise<boolean> {
    const kept = await inApp(trx, scope)
      .selectFrom('flow_undo as u')
      .select(['u.before', UNTOUCHED.as('stands')])
      .where('u.case_id', '=', id)
      .where('u.act', '=', BY_CALLER)
      .executeTakeFirst()
    if (!kept?.stands || (await hasBegun(scope, id, kept.before.known, trx)) || !(await calledGoOn(scope, id, now, trx))) return false
    await restore(scope, id, now, trx)
    await inApp(trx, scope)
      .insertInto('flow_event')
      .values({ case_id: id, seq: seq + 1, type: 'callerBack', node: '', by_id: null, data: '{}', created_at: now })
      .execute()
    await inApp(trx, scope)
      .updateTable('flow_case')
      .set({ seq: seq + 1 })
      .where('id', '=', id)
      .execute()
    await forgetBefore(scope, id, trx)
    const open = await inApp(trx, scope).selectFrom('flow_task').select('assignee_id').where('case_id', '=', id).where('state', '=', 'open').execute()
    notices.touch(open.flatMap(row => row.assignee_id ?? []))
    return true
  }
  /** What was called before goes on to be waited for; who waits for this case goes on to wait. */
  async function calledStand(scope: FlowScope, caseId: string, hasEnded: boolean, caller: string | null, now: Date, trx: Trx): Promise<boolean> {
    if (!(await calledGoOn(scope, caseId, now, trx))) return false
    if (!hasEnded || caller === null) return true
    const woken = await inApp(trx, scope)
      .updateTable('flow_outbox')
      .set({ payload: sql<string>`payload - 'ended'` })
      .where('case_id', '=', caller)
      .where(sql<boolean>`payload ->> 'child' = ${caseId}`)
      .returning('id')
      .execute()
    return woken.length > 0
  }

  /** Work outside that began because of the operation, and would not know that it is taken back. */
  async function hasBegun(scope: FlowScope, caseId: string, known: readonly string[], trx: Trx): Promise<boolean> {
    const work = await inApp(trx, scope).selectFrom('flow_outbox').select(['id', 'kind', 'leased_until', 'payload']).where('case_id', '=', caseId).execute()
    const isAtWork = ({ leased_until }: (typeof work)[number]) => leased_until !== null && leased_until > clock.now()
    // A message comes from elsewhere, whatever is done to who waits for it.
    const its = work.filter(({ kind }) => kind !== 'message')
    if (its.some(one => !known.includes(one.id) && (one.kind !== 'service' || isAtWork(one) || 'child' in one.payload))) return true
    // What runs has not ended before.
    const told = await inApp(trx, scope)
      .selectFrom('trigger_event')
      .select('id')
      .where('kind', '=', 'flow')
      .where(sql<boolean>`input -> 'flow' ->> 'case' = ${caseId}`)
      .limit(1)
      .executeTakeFirst()
    return told !== undefined
  }

  async function restore(scope: FlowScope, caseId: string, now: Date, trx: Trx) {
    const at = sql`u.case_id = ${caseId} and u.app_id = ${scope.appId} and u.company_id = ${scope.companyId}`
    // Numbers that were given meanwhile are not given again.
    await sql`
      update flow_case c set definition_hash = coalesce(u.before ->> 'definition', c.definition_hash), vars = coalesce(u.before -> 'vars', c.vars),
        state = jsonb_set(u.before -> 'state', '{lastId}', c.state -> 'lastId'), status = (u.before ->> 'status')::smallint,
        result = u.before ->> 'result', suspended_at = (u.before ->> 'suspended_at')::timestamptz, ended_at = (u.before ->> 'ended_at')::timestamptz
      from flow_undo u where ${at} and c.id = u.case_id`.execute(trx)
    await sql`
      update flow_task t set state = 'dropped', done_at = ${now}::timestamptz
      from flow_undo u where ${at} and t.case_id = u.case_id and t.state in ('open', 'suspended', 'nobody')`.execute(trx)
    await sql`
      update flow_task t set state = b.state, node = b.node, node_name = b.node_name, assignee_id = b.assignee_id, on_behalf_of = b.on_behalf_of, read_at = b.read_at, done_at = null
      from flow_undo u, jsonb_populate_recordset(null::flow_task, u.before -> 'tasks') b where ${at} and t.case_id = u.case_id and t.no = b.no`.execute(trx)
    await inApp(trx, scope).deleteFrom('flow_timer').where('case_id', '=', caseId).execute()
    await sql`insert into flow_timer select b.* from flow_undo u, jsonb_populate_recordset(null::flow_timer, u.before -> 'timers') b where ${at}`.execute(trx)
    await inApp(trx, scope).deleteFrom('flow_message').where('case_id', '=', caseId).execute()
    await sql`insert into flow_message select b.* from flow_undo u, jsonb_populate_recordset(null::flow_message, u.before -> 'messages') b where ${at}`.execute(
      trx,
    )
    await inApp(trx, scope).deleteFrom('flow_outbox').where('case_id', '=', caseId).where('kind', '=', 'service').execute()
    await sql`insert into flow_outbox select b.* from flow_undo u, jsonb_populate_recordset(null::flow_outbox, u.before -> 'work') b where ${at}`.execute(trx)
    await sql`update flow_outbox set leased_until = null where case_id = ${caseId} and app_id = ${scope.appId} and kind = 'service'`.execute(trx)
  }

  return {
    /** Takes back what an operator did last to an instance. */
    async undo(scope: FlowScope, { caseId, by, reason }: { caseId: string; by: string; reason: string }, within?: Trx) {
      const take = async (trx: Trx) => {
        const cases = () => inApp(trx, scope).selectFrom('flow_case').where('flow_case.id', '=', caseId).where('flow_case.tag', '=', scope.tag)
        const locked = await cases().select('id').forUpdate().executeTakeFirst()
        const found = locked && (await cases().select(['seq', 'starter_id', 'caller_id', 'ended_at']).executeTakeFirst())
        if (!found) throw notFound('flow.caseUnknown', 'There is no such instance')
        const now = clock.now()
        const kept = await inApp(trx, scope)
          .selectFrom('flow_undo as u')
          .select(['u.before', STANDS.as('stands'), 'u.act'])
          .where('u.case_id', '=', caseId)
          .where('u.made_at', '>', undoSince(clock))
          .where('u.act', '<>', BY_CALLER)
          .executeTakeFirst()
        if (!kept) throw new ApiError('flow.undoGone', 'There is nothing that could be taken back, or it is more than ten minutes ago', 409)
        if (!kept.stands) throw new ApiError('flow.undoPassed', 'Something has happened since: it cannot be taken back any more', 409)
        if (await hasBegun(scope, caseId, kept.before.known, trx)) throw begun()
        if (!(await calledStand(scope, caseId, found.ended_at !== null, found.caller_id, now, trx))) throw begun()
        const people = async () =>
          (await inApp(trx, scope).selectFrom('flow_task').select('assignee_id').where('case_id', '=', caseId).where('state', '=', 'open').execute()).flatMap(
            row => row.assignee_id ?? [],
          )
        const before = await people()
        await restore(scope, caseId, now, trx)
        const seq = found.seq + 1
        await inApp(trx, scope)
          .insertInto('flow_event')
          .values({ case_id: caseId, seq, type: 'undone', node: '', by_id: by, data: JSON.stringify({ act: kept.act, comment: reason }), created_at: now })
          .execute()
        await inApp(trx, scope).updateTable('flow_case').set({ seq }).where('id', '=', caseId).execute()
        await forgetBefore(scope, caseId, trx)
        if (found.starter_id !== null && found.starter_id !== by)
          await notices.add(scope, caseId, by, [{ kind: 'operated', user: found.starter_id, message: reason, data: { act: 'undo' } }], trx)
        return [...before, ...(await people())]
      }
      notices.touch(within ? await take(within) : await db.transaction().execute(take))
    },
  }
}
export type Undo = ReturnType<typeof createUndo>
