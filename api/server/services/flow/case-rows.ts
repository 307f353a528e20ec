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
  flow_id: string
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

// $1 to $4 name the case and whose it is. Compared so that no index of an app's instances answers: a plan that a connection makes while the table is empty, and
// keeps, would read all of them.
const HOLD = `/* flow.hold, with the next */ select id from flow_case
  where id = $1 and (company_id, app_id, tag) is not distinct from ($2::uuid, $3::uuid, $4::text) for update`
const LOAD = `/* flow.load */ select c.state, c.seq, c.suspended_at is not null as is_suspended, c.starter_id, c.record_id, c.vars, c.snapshot, c.choices, c.definition_hash, c.flow_id, c.caller_id, c.depth,
  coalesce((select jsonb_agg(jsonb_build_object('node', t.node, 'token', t.token, 'user', t.assignee_id, 'decision', t.decision) order by t.done_at, t.no)
    from flow_task t where t.case_id = c.id and t.state = 'done'), '[]') as done,
  array(select t.no from flow_task t where t.case_id = c.id and t.state = 'suspended') as paused
  from flow_case c where c.id = $1 and (c.company_id, c.app_id, c.tag) is not distinct from ($2::uuid, $3::uuid, $4::text)`
const DEFINITION = `/* flow.definition */ select definition from flow_definition where company_id = $1 and app_id = $2 and hash = $3`

// What one command writes is one statement of those parts that have something to write: a part without costs the database as much as opening its table and each of its
// indexes. `:name` is a value, numbered when the statement is put together; there are as many statements as kinds of commands.
const TYPES = {
  id: 'uuid',
  company: 'uuid',
  app: 'uuid',
  tag: 'text',
  now: 'timestamptz',
  by: 'uuid',
  tasks: 'jsonb',
  timersOf: 'integer[]',
  bordersOf: 'integer[]',
  workOf: 'integer[]',
  opened: 'jsonb',
  timers: 'jsonb',
  events: 'jsonb',
  work: 'jsonb',
  copies: 'jsonb',
  notices: 'jsonb',
  messages: 'jsonb',
  state: 'jsonb',
  status: 'smallint',
  result: 'text',
  seq: 'integer',
  snapshot: 'jsonb',
  vars: 'jsonb',
  isSuspended: 'boolean',
  hasEnded: 'boolean',
  hash: 'text',
  definition: 'jsonb',
  flow: 'uuid',
  flowName: 'text',
  title: 'text',
  starter: 'uuid',
  model: 'text',
  record: 'text',
  choices: 'jsonb',
  caller: 'uuid',
  callerToken: 'integer',
  depth: 'integer',
} as const
type Value = keyof typeof TYPES
type Given = Partial<Record<Value, unknown>>

const AT = `k.case_id = :id and (k.company_id, k.app_id) is not distinct from (:company, :app)`
const PARTS = {
  known_definition: `insert into flow_definition (company_id, app_id, hash, definition) values (:company, :app, :hash, :definition) on conflict (app_id, hash) do nothing`,
  new_case: `insert into flow_case (id, company_id, app_id, tag, state, status, result, seq, definition_hash,
      flow_id, flow_name, title, starter_id, model, record_id, snapshot, choices, vars, ended_at, caller_id, caller_token, depth)
    values (:id, :company, :app, :tag, :state, :status, :result, :seq, :hash, :flow, :flowName, :title, :starter, :model, :record, :snapshot, :choices, :vars,
      case when :hasEnded then :now end, :caller, :callerToken, :depth)`,
  changed_task: `update flow_task k set
      state = coalesce(g.state, case when k.state = 'nobody' then 'open' else k.state end),
      decision = coalesce(g.decision, k.decision), comment = coalesce(g.comment, k.comment),
      done_at = case when g.state is not null then :now end,
      assignee_id = coalesce(g.assignee, k.assignee_id), on_behalf_of = coalesce(g.behalf, k.on_behalf_of), read_at = case when g.assignee is null then k.read_at end
    from jsonb_to_recordset(:tasks) g (no integer, state text, decision text, comment text, assignee uuid, behalf uuid)
    where ${AT} and k.no = g.no`,
  gone_timer: `delete from flow_timer k where ${AT} and
      (:timersOf is not null and k.task <> 0 and k.task <> all (:timersOf) or :bordersOf is not null and k.task = 0 and k.token <> all (:bordersOf))`,
  gone_message: `delete from flow_message k where ${AT} and k.token <> all (:bordersOf)`,
  gone_work: `delete from flow_outbox k where ${AT} and k.kind = 'service' and k.token <> all (:workOf)`,
  new_task: `insert into flow_task (case_id, no, company_id, app_id, tag, flow_id, node, node_name, token, assignee_id, on_behalf_of, created_at, state)
    select :id, g.no, :company, :app, :tag, :flow, g.node, g.node_name, g.token, g.assignee, g.behalf, :now, g.state
    from jsonb_to_recordset(:opened) g (no integer, node text, node_name text, token integer, assignee uuid, behalf uuid, state text)`,
  new_timer: `insert into flow_timer (id, case_id, company_id, app_id, tag, token, task, action, due_at, paused_at)
    select g.id, :id, :company, :app, :tag, g.token, g.task, g.action, g.due_at, case when g."isPaused" then :now end
    from jsonb_to_recordset(:timers) g (id uuid, token integer, task integer, action text, due_at timestamptz, "isPaused" boolean)
    on conflict (case_id, token, task, action) do nothing`,
  new_event: `insert into flow_event (case_id, seq, company_id, app_id, type, node, by_id, data, created_at)
    select :id, g.seq, :company, :app, g.type, g.node, :by, g.data, :now
    from jsonb_to_recordset(:events) g (seq integer, type text, node text, data jsonb)`,
  new_work: `insert into flow_outbox (id, case_id, company_id, app_id, tag, kind, token, node, payload, next_at)
    select g.id, :id, :company, :app, :tag, g.kind, g.token, g.node, g.payload, :now
    from jsonb_to_recordset(:work) g (id uuid, kind text, token integer, node text, payload jsonb)`,
  new_copy: `insert into flow_copy (case_id, user_id, company_id, app_id, tag, node_name)
    select :id, g.user_id, :company, :app, :tag, g.node_name from jsonb_to_recordset(:copies) g (user_id uuid, node_name text)
    on conflict (case_id, user_id) do nothing`,
  new_notice: `insert into flow_notice (id, user_id, case_id, company_id, app_id, tag, kind, node_name, message, data, by_id)
    select g.id, g.user_id, :id, :company, :app, :tag, g.kind, g.node_name, g.message, g.data, :by
    from jsonb_to_recordset(:notices) g (id uuid, user_id uuid, kind text, node_name text, message text, data jsonb)`,
  new_message: `insert into flow_message (case_id, company_id, app_id, tag, token, node, name, value)
    select :id, :company, :app, :tag, g.token, g.node, g.name, g.value
    from jsonb_to_recordset(:messages) g (token integer, node text, name text, value text)
    on conflict (case_id, token, node) do nothing`,
} as const
type Part = keyof typeof PARTS
const ENDS = {
  begin: 'select 1',
  change: `update flow_case set state = :state, status = :status, result = :result, seq = :seq, snapshot = coalesce(:snapshot, snapshot), vars = coalesce(:vars, vars),
    suspended_at = case when :isSuspended then coalesce(suspended_at, :now) end, ended_at = case when :hasEnded then :now end
  where id = :id and (company_id, app_id) is not distinct from (:company, :app)`,
} as const

const known = new Map<string, { text: string; names: Value[] }>()
/** The statement of these parts, whose plan a connection keeps under the name of what it does and which parts those are. */
function statement(what: keyof typeof ENDS, parts: readonly Part[]) {
  const all = Object.keys(PARTS) as Part[]
  const name = `flow.${what}.${parts.reduce((bits, part) => bits | (1 << all.indexOf(part)), 0).toString(36)}`
  const made = known.get(name)
  if (made) return made
  const names: Value[] = []
  const inParts = parts.map(part => `${part} as (\n    ${PARTS[part]}\n  )`).join(', ')
  const text = `${inParts && `with ${inParts}`} ${ENDS[what]}`.replace(/(?<!:):([a-z]\w*)/gi, (_all, word: Value) => {
    if (!names.includes(word)) names.push(word)
    return `$${names.indexOf(word) + 1}::${TYPES[word]}`
  })
  const fresh = { text: `/* ${name}, with the next */ ${text}`, names }
  known.set(name, fresh)
  return fresh
}

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

const listed = ({ now, by, tasks, timersOf, bordersOf, workOf, opened, timers, events, work, copies, notices, messages }: Changes): Given => ({
  now,
  by,
  timersOf: timersOf ?? null,
  bordersOf: bordersOf ?? null,
  workOf: workOf ?? null,
  ...Object.fromEntries(Object.entries({ tasks, opened, timers, events, work, copies, notices, messages }).map(([name, list]) => [name, json(list)])),
})
const addedBy = ({ opened, timers, events, work, copies, notices, messages }: Changes): Part[] => [
  ...(opened.length ? (['new_task'] as const) : []),
  ...(timers.length ? (['new_timer'] as const) : []),
  ...(events.length ? (['new_event'] as const) : []),
  ...(work.length ? (['new_work'] as const) : []),
  ...(copies.length ? (['new_copy'] as const) : []),
  ...(notices.length ? (['new_notice'] as const) : []),
  ...(messages.length ? (['new_message'] as const) : []),
]
async function write(scope: FlowScope, caseId: string, { text, names }: ReturnType<typeof statement>, values: Given, trx: Trx) {
  const its: Given = { id: caseId, company: scope.companyId, app: scope.appId, tag: scope.tag, ...values }
  await ask(
    trx,
    text,
    names.map(name => its[name]),
  )
}

export async function changeCase(
  scope: FlowScope,
  caseId: string,
  changes: Changes,
  its: CaseColumns & { flow: string; snapshot?: Values | undefined; vars?: Record<string, unknown> | undefined; isSuspended: boolean; hasEnded: boolean },
  trx: Trx,
) {
  const { tasks, timersOf, bordersOf, workOf } = changes
  const { snapshot, vars, isSuspended, hasEnded, state, ...columns } = its
  const parts: Part[] = [
    ...(tasks.length ? (['changed_task'] as const) : []),
    ...(timersOf || bordersOf ? (['gone_timer'] as const) : []),
    ...(bordersOf ? (['gone_message'] as const) : []),
    ...(workOf ? (['gone_work'] as const) : []),
    ...addedBy(changes),
  ]
  const rest = {
    state: json(state),
    snapshot: snapshot ? json(snapshot) : null,
    vars: vars ? json(vars) : null,
    isSuspended: isSuspended && !hasEnded,
    hasEnded,
  }
  await write(scope, caseId, statement('change', parts), { ...listed(changes), ...columns, ...rest }, trx)
}
export async function beginCase(scope: FlowScope, caseId: string, changes: Changes, its: NewCase, trx: Trx) {
  const { definition, flow, state, snapshot, choices, vars, caller, ...columns } = its
  const parts: Part[] = [...(definition === undefined ? [] : (['known_definition'] as const)), 'new_case', ...addedBy(changes)]
  const rest = { state: json(state), snapshot: json(snapshot), choices: json(choices), vars: json(vars), flow: flow.id, flowName: flow.name, definition }
  const called = { caller: caller?.id ?? null, callerToken: caller?.token ?? 0, depth: caller?.depth ?? 0 }
  await write(scope, caseId, statement('begin', parts), { ...listed(changes), ...columns, ...rest, ...called }, trx)
}
