// What a command reads and writes of a case, each in one statement whose plan is kept: a case costs the trips to the database and not what is done there.
import { CompiledQuery } from 'kysely'
import type { Values } from '../../../flow/conditions.ts'
import type { FlowDefinition } from '../../../flow/definition.ts'
import type { Decision, State } from '../../../flow/state.ts'
import type { Db, Trx } from '../../store/database.ts'
import { askedTogether, isShared, NotTogether, writtenTogether } from '../../store/together.ts'
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
  /** What was decided, oldest first, and tasks that are suspended by themselves; null for none. */
  tasks: { state: 'done' | 'suspended'; no: number; node: string; token: number; user: string | null; decision: Decision | null }[] | null
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
  definition: FlowDefinition | undefined
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

// Cases are named by lists: of those who share a transaction, each its own. Compared so that no index of an app's instances answers: a plan that a connection makes while
// the table is empty, and keeps, would read all of them.
/** Entries of a list, of which the database takes there to be one or two by that condition: what belongs to each is looked for by its index, however small the table is. */
const few = (list: string) => `(select it from jsonb_array_elements(${list}) e (it) where jsonb_typeof(it) = 'object') a, jsonb_to_record(a.it)`
const NAMED = `${few('$1::jsonb')} g (id uuid, company uuid, app uuid, tag text)`
const ITS = `c.id = g.id and (c.company_id, c.app_id, c.tag) is not distinct from (g.company, g.app, g.tag)`
const HOLD = `/* flow.hold, with the next */ select id from flow_case
  where id = $1 and (company_id, app_id, tag) is not distinct from ($2::uuid, $3::uuid, $4::text) for update`
// Among others nobody waits for a case: whoever finds it held waits alone.
const HOLD_FREE = `/* flow.holdFree */ select c.id from ${NAMED}, lateral (select id from flow_case c where ${ITS} for update skip locked) c`
const LOAD = `/* flow.load */ select c.id, c.state, c.seq, c.suspended_at is not null as is_suspended, c.starter_id, c.record_id, c.vars, c.snapshot, c.choices, c.definition_hash, c.flow_id, c.caller_id, c.depth,
  (select jsonb_agg(jsonb_build_object('state', t.state, 'no', t.no, 'node', t.node, 'token', t.token, 'user', t.assignee_id, 'decision', t.decision) order by t.done_at, t.no)
    from flow_task t where t.case_id = c.id and t.state in ('done', 'suspended')) as tasks
  from ${NAMED} join flow_case c on ${ITS}`
const DEFINITION = `/* flow.definition */ select definition from flow_definition where company_id = $1 and app_id = $2 and hash = $3`

// What is written of the cases of a transaction is one statement of those parts that have something to write: a part without costs the database as much as opening its
// table and each of its indexes. There are as many statements as kinds of commands. A case is an entry of the list $1, what is written beside it stands in lists of that.
const CASE = 'id uuid, company uuid, app uuid, tag text, now timestamptz, by uuid'
const within = (list: string, columns: string, more = '') =>
  `jsonb_to_recordset($1::jsonb) c (${CASE}, ${more && `${more}, `}${list} jsonb), jsonb_to_recordset(c.${list}) g (${columns})`
const AT = `k.case_id = c.id and (k.company_id, k.app_id) is not distinct from (c.company, c.app)`
const PARTS = {
  known_definition: `insert into flow_definition (company_id, app_id, hash, definition)
    select distinct on (app, hash) company, app, hash, definition from jsonb_to_recordset($1::jsonb) c (company uuid, app uuid, hash text, definition jsonb)
    where definition is not null on conflict (app_id, hash) do nothing`,
  new_case: `insert into flow_case (id, company_id, app_id, tag, state, status, result, seq, definition_hash,
      flow_id, flow_name, title, starter_id, model, record_id, snapshot, choices, vars, ended_at, caller_id, caller_token, depth)
    select id, company, app, tag, state, status, result, seq, hash, flow, "flowName", title, starter, model, record, snapshot, choices, vars,
      case when "hasEnded" then now end, caller, "callerToken", depth
    from jsonb_to_recordset($1::jsonb) c (${CASE}, state jsonb, status smallint, result text, seq integer, hash text, flow uuid, "flowName" text, title text,
      starter uuid, model text, record text, snapshot jsonb, choices jsonb, vars jsonb, "hasEnded" boolean, caller uuid, "callerToken" integer, depth integer)`,
  changed_task: `update flow_task k set
      state = coalesce(c.state, case when k.state = 'nobody' then 'open' else k.state end),
      decision = coalesce(c.decision, k.decision), comment = coalesce(c.comment, k.comment),
      done_at = case when c.state is not null then c.now end,
      assignee_id = coalesce(c.assignee, k.assignee_id), on_behalf_of = coalesce(c.behalf, k.on_behalf_of), read_at = case when c.assignee is null then k.read_at end
    from ${few(`jsonb_path_query_array($1::jsonb, '$[*].tasks[*]')`)} c (${CASE}, no integer, state text, decision text, comment text, assignee uuid, behalf uuid)
    where ${AT} and k.no = c.no`,
  gone_timer: `delete from flow_timer k using ${few('$1::jsonb')} c (${CASE}, "timersOf" integer[], "bordersOf" integer[]) where ${AT} and
      (c."timersOf" is not null and k.task <> 0 and k.task <> all (c."timersOf") or c."bordersOf" is not null and k.task = 0 and k.token <> all (c."bordersOf"))`,
  gone_message: `delete from flow_message k using ${few('$1::jsonb')} c (${CASE}, "bordersOf" integer[]) where ${AT} and k.token <> all (c."bordersOf")`,
  gone_work: `delete from flow_outbox k using ${few('$1::jsonb')} c (${CASE}, "workOf" integer[]) where ${AT} and k.kind = 'service' and k.token <> all (c."workOf")`,
  new_task: `insert into flow_task (case_id, no, company_id, app_id, tag, flow_id, node, node_name, token, assignee_id, on_behalf_of, created_at, state)
    select c.id, g.no, c.company, c.app, c.tag, c.flow, g.node, g.node_name, g.token, g.assignee, g.behalf, c.now, g.state
    from ${within('opened', 'no integer, node text, node_name text, token integer, assignee uuid, behalf uuid, state text', 'flow uuid')}`,
  new_timer: `insert into flow_timer (id, case_id, company_id, app_id, tag, token, task, action, due_at, paused_at)
    select g.id, c.id, c.company, c.app, c.tag, g.token, g.task, g.action, g.due_at, case when g."isPaused" then c.now end
    from ${within('timers', 'id uuid, token integer, task integer, action text, due_at timestamptz, "isPaused" boolean')}
    on conflict (case_id, token, task, action) do nothing`,
  new_event: `insert into flow_event (case_id, seq, company_id, app_id, type, node, by_id, data, created_at)
    select c.id, g.seq, c.company, c.app, g.type, g.node, c.by, g.data, c.now from ${within('events', 'seq integer, type text, node text, data jsonb')}`,
  new_work: `insert into flow_outbox (id, case_id, company_id, app_id, tag, kind, token, node, payload, next_at)
    select g.id, c.id, c.company, c.app, c.tag, g.kind, g.token, g.node, g.payload, c.now
    from ${within('work', 'id uuid, kind text, token integer, node text, payload jsonb')}`,
  new_copy: `insert into flow_copy (case_id, user_id, company_id, app_id, tag, node_name)
    select c.id, g.user_id, c.company, c.app, c.tag, g.node_name from ${within('copies', 'user_id uuid, node_name text')}
    on conflict (case_id, user_id) do nothing`,
  new_notice: `insert into flow_notice (id, user_id, case_id, company_id, app_id, tag, kind, node_name, message, data, by_id)
    select g.id, g.user_id, c.id, c.company, c.app, c.tag, g.kind, g.node_name, g.message, g.data, c.by
    from ${within('notices', 'id uuid, user_id uuid, kind text, node_name text, message text, data jsonb')}`,
  new_message: `insert into flow_message (case_id, company_id, app_id, tag, token, node, name, value)
    select c.id, c.company, c.app, c.tag, g.token, g.node, g.name, g.value
    from ${within('messages', 'token integer, node text, name text, value text')}
    on conflict (case_id, token, node) do nothing`,
} as const
type Part = keyof typeof PARTS
const ENDS = {
  begin: 'select 1',
  change: `update flow_case k set state = c.state, status = c.status, result = c.result, seq = c.seq, snapshot = coalesce(c.snapshot, k.snapshot), vars = coalesce(c.vars, k.vars),
    suspended_at = case when c."isSuspended" then coalesce(k.suspended_at, c.now) end, ended_at = case when c."hasEnded" then c.now end
  from ${few('$1::jsonb')} c (${CASE}, state jsonb, status smallint, result text, seq integer, snapshot jsonb, vars jsonb, "isSuspended" boolean, "hasEnded" boolean)
  where k.id = c.id and (k.company_id, k.app_id) is not distinct from (c.company, c.app)`,
} as const

const known = new Map<string, string>()
/** The statement of these parts, whose plan a connection keeps under the name of what it does and which parts those are. */
function statement(what: keyof typeof ENDS, wanted: ReadonlySet<Part>) {
  const all = Object.keys(PARTS) as Part[]
  const parts = all.filter(part => wanted.has(part))
  const name = `flow.${what}.${parts.reduce((bits, part) => bits | (1 << all.indexOf(part)), 0).toString(36)}`
  const made = known.get(name)
  if (made !== undefined) return made
  const inParts = parts.map(part => `${part} as (\n    ${PARTS[part]}\n  )`).join(', ')
  const fresh = `/* ${name}, with the next */ ${inParts && `with ${inParts}`} ${ENDS[what]}`
  known.set(name, fresh)
  return fresh
}

async function ask<Row>(on: Db | Trx, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await on.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}
interface Place {
  scope: FlowScope
  caseId: string
}
const named = (places: readonly Place[]) => [
  JSON.stringify(places.map(({ scope: { companyId: company, appId: app, tag }, caseId: id }) => ({ id, company, app, tag }))),
]

const holdFree = askedTogether(async (places: readonly Place[], trx: Trx) => {
  const free = new Set((await ask<{ id: string }>(trx, HOLD_FREE, named(places))).map(({ id }) => id))
  return places.map(({ caseId }) => free.has(caseId))
})
const load = askedTogether(async (places: readonly Place[], on: Db | Trx) => {
  const found = new Map((await ask<LoadedCase & { id: string }>(on, LOAD, named(places))).map(row => [row.id, row]))
  return places.map(({ caseId }) => found.get(caseId))
})
/**
 * The case, which nobody else changes until the transaction ends; undefined where there is none. Held and read in two statements, which go out together: one alone would
 * read what was there before it waited.
 */
export async function holdCase(scope: FlowScope, caseId: string, trx: Trx): Promise<LoadedCase | undefined> {
  const place = { scope, caseId }
  if (!isShared(trx)) {
    await ask(trx, HOLD, [caseId, scope.companyId, scope.appId, scope.tag])
    return load(place, trx)
  }
  const [isFree, found] = await Promise.all([holdFree(place, trx), load(place, trx)])
  if (!isFree) throw new NotTogether('Others hold this case')
  return found
}
export const loadCase = (scope: FlowScope, caseId: string, on: Db | Trx): Promise<LoadedCase | undefined> => load({ scope, caseId }, on)
export const loadDefinition = async ({ companyId, appId }: FlowScope, hash: string, on: Db | Trx): Promise<FlowDefinition | undefined> =>
  (await ask<{ definition: FlowDefinition }>(on, DEFINITION, [companyId, appId, hash]))[0]?.definition

type Given = Record<string, unknown>
interface Entry {
  parts: readonly Part[]
  its: Given
}
const addedBy = ({ opened, timers, events, work, copies, notices, messages }: Changes): Part[] => [
  ...(opened.length ? (['new_task'] as const) : []),
  ...(timers.length ? (['new_timer'] as const) : []),
  ...(events.length ? (['new_event'] as const) : []),
  ...(work.length ? (['new_work'] as const) : []),
  ...(copies.length ? (['new_copy'] as const) : []),
  ...(notices.length ? (['new_notice'] as const) : []),
  ...(messages.length ? (['new_message'] as const) : []),
]
const writeAll = async (what: keyof typeof ENDS, entries: readonly Entry[], on: Db | Trx) => {
  const parts = new Set(entries.flatMap(entry => entry.parts))
  await ask(on, statement(what, parts), [JSON.stringify(entries.map(({ its }) => its))])
}
const writeBegun = writtenTogether((entries: readonly Entry[], trx: Trx) => writeAll('begin', entries, trx))
const writeChanged = writtenTogether((entries: readonly Entry[], trx: Trx) => writeAll('change', entries, trx))

// Each with the same keys in the same order, which costs the process less than putting together what there is.
const placed = ({ companyId: company, appId: app, tag }: FlowScope, id: string, { now, by }: Changes) => ({ id, company, app, tag, now, by })
const listed = ({ opened, timers, events, work, copies, notices, messages }: Changes) => ({ opened, timers, events, work, copies, notices, messages })

export async function changeCase(
  scope: FlowScope,
  caseId: string,
  changes: Changes,
  its: CaseColumns & { flow: string; snapshot?: Values | undefined; vars?: Record<string, unknown> | undefined; isSuspended: boolean; hasEnded: boolean },
  trx: Trx,
) {
  const { tasks, timersOf, bordersOf, workOf } = changes
  const { state, status, result, seq, flow, snapshot, vars, isSuspended, hasEnded } = its
  const parts: Part[] = [
    ...(tasks.length ? (['changed_task'] as const) : []),
    ...(timersOf || bordersOf ? (['gone_timer'] as const) : []),
    ...(bordersOf ? (['gone_message'] as const) : []),
    ...(workOf ? (['gone_work'] as const) : []),
    ...addedBy(changes),
  ]
  const place = placed(scope, caseId, changes)
  const columns = { state, status, result, seq, flow, snapshot, vars, hasEnded, isSuspended: isSuspended && !hasEnded }
  const gone = { timersOf, bordersOf, workOf, tasks: tasks.map(task => ({ ...place, ...task })) }
  await writeChanged({ parts, its: { ...place, ...columns, ...gone, ...listed(changes) } }, trx)
}
export async function beginCase(scope: FlowScope, caseId: string, changes: Changes, its: NewCase, trx: Trx) {
  const { state, status, result, seq, flow, hash, definition, title, starter, model, record, snapshot, choices, vars, hasEnded, caller } = its
  const parts: Part[] = [...(definition === undefined ? [] : (['known_definition'] as const)), 'new_case', ...addedBy(changes)]
  const columns = {
    state,
    status,
    result,
    seq,
    flow: flow.id,
    flowName: flow.name,
    hash,
    definition,
    title,
    starter,
    model,
    record,
    snapshot,
    choices,
    vars,
    hasEnded,
  }
  const called = { caller: caller?.id, callerToken: caller?.token ?? 0, depth: caller?.depth ?? 0 }
  await writeBegun({ parts, its: { ...placed(scope, caseId, changes), ...columns, ...called, ...listed(changes) } }, trx)
}
