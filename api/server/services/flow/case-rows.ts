// What a command reads and writes of a case, each in one statement whose plan is kept: a case costs the trips to the database and not what is done there.
import { CompiledQuery } from 'kysely'
import type { Values } from '../../../flow/conditions.ts'
import type { FlowDefinition } from '../../../flow/definition.ts'
import type { Decision, State } from '../../../flow/state.ts'
import type { Db, Trx } from '../../store/database.ts'
import type { FlowScope } from './cases.ts'
import type { NoticeKind } from './notices.ts'
import type { WorkKind } from './outbox.ts'

export interface LoadedCase {
  state: State
  seq: number
  is_suspended: boolean
  starter_id: string | null
  record_id: string
  vars: Record<string, unknown>
  snapshot: Values
  choices: Record<string, string[]>
  definition_hash: string
  /** What was decided, oldest first. */
  done: { node: string; token: number; user: string | null; decision: Decision | null }[]
  /** Numbers of tasks that are suspended by themselves. */
  paused: number[]
  caller_id: string | null
  depth: number
}
/** What becomes of a task that was there: it ends, or goes to somebody else. */
export interface ChangedTask {
  no: number
  state?: 'done' | 'dropped'
  decision?: Decision | undefined
  comment?: string
  assignee?: string
  /** Of whom the one who gets it is the deputy. */
  behalf?: string | undefined
}
export interface OpenedTask {
  no: number
  node: string
  node_name: string
  token: number
  assignee: string | null
  behalf: string | null
  state: 'open' | 'nobody' | 'dropped'
}
export interface NewTimer {
  id: string
  token: number
  task: number
  action: string
  due_at: Date
  isPaused: boolean
}
export interface NewMessage {
  token: number
  node: string
  name: string
  value: string
}
export interface NewWork {
  id: string
  kind: WorkKind
  token: number
  node: string
  payload: Record<string, unknown>
}
export interface NewNoticeRow {
  id: string
  user_id: string
  kind: NoticeKind
  node_name: string
  message: string
  data: Record<string, unknown>
}
/** What one command changes beside the case itself. */
export interface Changes {
  now: Date
  by: string | null
  tasks: ChangedTask[]
  opened: OpenedTask[]
  /** Timers of tasks with other numbers than these go; undefined where none does. */
  timersOf: number[] | undefined
  /** What waits on the borders of steps at which other tokens stand than these goes; undefined where none does. */
  bordersOf: number[] | undefined
  timers: NewTimer[]
  messages: NewMessage[]
  events: { seq: number; type: string; node: string; data: Record<string, unknown> }[]
  /** Steps without people that nothing waits at any more have no work left; undefined where that is as before. */
  workOf: number[] | undefined
  work: NewWork[]
  copies: { user_id: string; node_name: string }[]
  notices: NewNoticeRow[]
}
export interface CaseColumns {
  state: State
  status: number
  result: string | null
  seq: number
}
export interface NewCase extends CaseColumns {
  flow: { id: string; name: string }
  hash: string
  /** Undefined where it is known to be stored. */
  definition: string | undefined
  title: string
  starter: string
  model: string
  record: string
  snapshot: Values
  choices: Record<string, string[]>
  vars: Record<string, unknown>
  hasEnded: boolean
  caller: { id: string; token: number; depth: number } | undefined
}

// $1 to $4 name the case and whose it is.
const HOLD = `/* flow.hold, with the next */ select id from flow_case where id = $1 and company_id = $2 and app_id = $3 and tag = $4 for update`
const LOAD = `/* flow.load */ select c.state, c.seq, c.suspended_at is not null as is_suspended, c.starter_id, c.record_id, c.vars, c.snapshot, c.choices, c.definition_hash, c.caller_id, c.depth,
  coalesce((select jsonb_agg(jsonb_build_object('node', t.node, 'token', t.token, 'user', t.assignee_id, 'decision', t.decision) order by t.done_at, t.no)
    from flow_task t where t.case_id = c.id and t.state = 'done'), '[]') as done,
  array(select t.no from flow_task t where t.case_id = c.id and t.state = 'suspended') as paused
  from flow_case c where c.id = $1 and c.company_id = $2 and c.app_id = $3 and c.tag = $4`
const DEFINITION = `/* flow.definition */ select definition from flow_definition where company_id = $1 and app_id = $2 and hash = $3`

// $5 the moment, $6 who, then lists as JSON: all of them in one statement, those that are empty cost nothing.
const CHANGED = `changed_task as (
    update flow_task t set
      state = coalesce(g.state, case when t.state = 'nobody' then 'open' else t.state end),
      decision = coalesce(g.decision, t.decision), comment = coalesce(g.comment, t.comment),
      done_at = case when g.state is not null then $5::timestamptz end,
      assignee_id = coalesce(g.assignee, t.assignee_id), on_behalf_of = coalesce(g.behalf, t.on_behalf_of), read_at = case when g.assignee is null then t.read_at end
    from jsonb_to_recordset($7::jsonb) g (no integer, state text, decision text, comment text, assignee uuid, behalf uuid)
    where t.case_id = $1 and t.company_id = $2 and t.app_id = $3 and t.no = g.no
  ), gone_timer as (
    delete from flow_timer k where k.case_id = $1 and k.company_id = $2 and k.app_id = $3 and
      ($8::integer[] is not null and k.task <> 0 and k.task <> all ($8) or $25::integer[] is not null and k.task = 0 and k.token <> all ($25))
  ), gone_message as (
    delete from flow_message k where k.case_id = $1 and k.company_id = $2 and k.app_id = $3 and $25::integer[] is not null and k.token <> all ($25)
  ), gone_work as (
    delete from flow_outbox k where k.case_id = $1 and k.company_id = $2 and k.app_id = $3 and $9::integer[] is not null and k.kind = 'service' and k.token <> all ($9)
  ), `
/** What is new; its lists are parameters from `at` on, `flow` is the flow of the case. */
const opened = (at: number, flow: string) => `new_task as (
    insert into flow_task (case_id, no, company_id, app_id, tag, flow_id, node, node_name, token, assignee_id, on_behalf_of, created_at, state)
    select $1, g.no, $2, $3, $4, ${flow}, g.node, g.node_name, g.token, g.assignee, g.behalf, $5, g.state
    from jsonb_to_recordset($${at}::jsonb) g (no integer, node text, node_name text, token integer, assignee uuid, behalf uuid, state text)
  ), new_timer as (
    insert into flow_timer (id, case_id, company_id, app_id, tag, token, task, action, due_at, paused_at)
    select g.id, $1, $2, $3, $4, g.token, g.task, g.action, g.due_at, case when g."isPaused" then $5::timestamptz end
    from jsonb_to_recordset($${at + 1}::jsonb) g (id uuid, token integer, task integer, action text, due_at timestamptz, "isPaused" boolean)
    on conflict (case_id, token, task, action) do nothing
  ), new_event as (
    insert into flow_event (case_id, seq, company_id, app_id, type, node, by_id, data, created_at)
    select $1, g.seq, $2, $3, g.type, g.node, $6, g.data, $5
    from jsonb_to_recordset($${at + 2}::jsonb) g (seq integer, type text, node text, data jsonb)
  ), new_work as (
    insert into flow_outbox (id, case_id, company_id, app_id, tag, kind, token, node, payload, next_at)
    select g.id, $1, $2, $3, $4, g.kind, g.token, g.node, g.payload, $5
    from jsonb_to_recordset($${at + 3}::jsonb) g (id uuid, kind text, token integer, node text, payload jsonb)
  ), new_copy as (
    insert into flow_copy (case_id, user_id, company_id, app_id, tag, node_name)
    select $1, g.user_id, $2, $3, $4, g.node_name from jsonb_to_recordset($${at + 4}::jsonb) g (user_id uuid, node_name text)
    on conflict (case_id, user_id) do nothing
  ), new_notice as (
    insert into flow_notice (id, user_id, case_id, company_id, app_id, tag, kind, node_name, message, data, by_id)
    select g.id, g.user_id, $1, $2, $3, $4, g.kind, g.node_name, g.message, g.data, $6
    from jsonb_to_recordset($${at + 5}::jsonb) g (id uuid, user_id uuid, kind text, node_name text, message text, data jsonb)
  ), new_message as (
    insert into flow_message (case_id, company_id, app_id, tag, token, node, name, value)
    select $1, $2, $3, $4, g.token, g.node, g.name, g.value
    from jsonb_to_recordset($${at + 6}::jsonb) g (token integer, node text, name text, value text)
    on conflict (case_id, token, node) do nothing
  )`
const CHANGE = `/* flow.change, with the next */ with ${CHANGED}${opened(10, '(select flow_id from flow_case where id = $1)')}
  update flow_case set state = $17::jsonb, status = $18, result = $19, seq = $20,
    snapshot = coalesce($21::jsonb, snapshot), vars = coalesce($22::jsonb, vars),
    suspended_at = case when $23::boolean then coalesce(suspended_at, $5) end, ended_at = case when $24::boolean then $5 end
  where id = $1 and company_id = $2 and app_id = $3`
const BEGIN = `/* flow.begin, with the next */ with known_definition as (
    insert into flow_definition (company_id, app_id, hash, definition) select $2, $3, $18, $19::jsonb where $19::jsonb is not null
    on conflict (app_id, hash) do nothing
  ), new_case as (
    insert into flow_case (id, company_id, app_id, tag, state, status, result, seq, definition_hash,
      flow_id, flow_name, title, starter_id, model, record_id, snapshot, choices, vars, ended_at, caller_id, caller_token, depth)
    values ($1, $2, $3, $4, $14::jsonb, $15, $16, $17, $18, $20, $21, $22, $23, $24, $25, $26::jsonb, $27::jsonb, $28::jsonb,
      case when $29::boolean then $5::timestamptz end, $30::uuid, $31::integer, $32::integer)
  ), ${opened(7, '$20::uuid')}
  select 1`

async function ask<Row>(on: Db | Trx, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await on.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}
const place = ({ companyId, appId, tag }: FlowScope, caseId: string) => [caseId, companyId, appId, tag]
const json = (value: unknown) => JSON.stringify(value)

/** Nobody else changes the case until the transaction ends. Goes out with the statement that reads it, which sees what was there when the wait was over. */
export const holdCase = async (scope: FlowScope, caseId: string, trx: Trx) => void (await ask(trx, HOLD, place(scope, caseId)))
export const loadCase = async (scope: FlowScope, caseId: string, on: Db | Trx): Promise<LoadedCase | undefined> =>
  (await ask<LoadedCase>(on, LOAD, place(scope, caseId)))[0]
export const loadDefinition = async ({ companyId, appId }: FlowScope, hash: string, on: Db | Trx): Promise<FlowDefinition | undefined> =>
  (await ask<{ definition: FlowDefinition }>(on, DEFINITION, [companyId, appId, hash]))[0]?.definition

const added = ({ opened: tasks, timers, events, work, copies, notices, messages }: Changes) =>
  [tasks, timers, events, work, copies, notices, messages].map(json)
const columns = ({ state, status, result, seq }: CaseColumns) => [json(state), status, result, seq]

export async function changeCase(
  scope: FlowScope,
  caseId: string,
  changes: Changes,
  its: CaseColumns & { snapshot?: Values | undefined; vars?: Record<string, unknown> | undefined; isSuspended: boolean; hasEnded: boolean },
  trx: Trx,
) {
  const { now, by, tasks, timersOf, bordersOf, workOf } = changes
  const { snapshot, vars, isSuspended, hasEnded } = its
  const rest = [snapshot ? json(snapshot) : null, vars ? json(vars) : null, isSuspended && !hasEnded, hasEnded, bordersOf ?? null]
  await ask(trx, CHANGE, [...place(scope, caseId), now, by, json(tasks), timersOf ?? null, workOf ?? null, ...added(changes), ...columns(its), ...rest])
}
export async function beginCase(scope: FlowScope, caseId: string, changes: Changes, its: NewCase, trx: Trx) {
  const { hash, definition, flow, title, starter, model, record, snapshot, choices, vars, hasEnded, caller } = its
  const called = [caller?.id ?? null, caller?.token ?? 0, caller?.depth ?? 0]
  const rest = [hash, definition ?? null, flow.id, flow.name, title, starter, model, record, json(snapshot), json(choices), json(vars), hasEnded, ...called]
  await ask(trx, BEGIN, [...place(scope, caseId), changes.now, changes.by, ...added(changes), ...columns(its), ...rest])
}
