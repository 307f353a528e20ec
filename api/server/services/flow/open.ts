// What waits and what runs, counted while it changes: the database adds a line for each change (flow_open), and whoever reads adds them up. So that there are few,
// they are brought together now and then; who reads meanwhile sees all of them or their sum.
import { sql, type RawBuilder } from 'kysely'
import type { Db, Trx } from '../../store/database.ts'
import type { FlowScope } from './cases.ts'

/** How many tasks of a step wait for somebody, or for somebody to be named; or how many instances run, which stand at no node here. */
export interface OpenLine {
  what: 'running' | 'stuck' | 'task' | 'nobody'
  flow_id: string
  node: string
  node_name: string
  assignee_id: string | null
  count: number
}

/** What waits for longer than it usually does: who is asked, by step. */
export interface LateLine {
  flow_id: string
  node: string
  assignee_id: string | null
  late: number
}
/** A step, and after how many seconds what waits there is late. */
export interface SlowStep {
  flowId: string
  nodeId: string
  after: number
  /** What waits there, by who is asked. */
  waits: ReadonlyMap<string | null, number>
}

const place = ({ companyId, appId, tag }: FlowScope, table: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${table}.app_id`)} = ${appId} and ${sql.ref(`${table}.company_id`)} = ${companyId} and ${sql.ref(`${table}.tag`)} = ${tag}`
const isOpen = (scope: FlowScope) => sql`${place(scope, 't')} and t.state in ('open', 'suspended', 'nobody')`

export async function openLines(scope: FlowScope, flowId: string, on: Db | Trx): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select o.what, o.flow_id, o.node, o.node_name, o.assignee_id, sum(o.count)::int as count from flow_open o
    where ${place(scope, 'o')} ${flowId ? sql`and o.flow_id = ${flowId}` : sql``}
    group by 1, 2, 3, 4, 5 having sum(o.count) <> 0`.execute(on)
  return rows
}

/**
 * How much of what waits is late. Of each step the database looks at that part which is smaller, what is late or what is not: they stand together at the ends of the
 * index. In the transaction that told what waits.
 */
export async function lateLines(scope: FlowScope, now: Date, slow: readonly SlowStep[], on: Trx): Promise<LateLine[]> {
  if (!slow.length) return []
  const steps = slow.map(({ flowId: flow, nodeId: node, after, waits }) => ({
    flow,
    node,
    after,
    half: Math.floor([...waits.values()].reduce((all, n) => all + n, 0) / 2),
  }))
  const its = sql`${isOpen(scope)} and t.flow_id = s.flow and t.node = s.node`
  const { rows } = await sql<{ flow: string; node: string; is_rest: boolean; assignee_id: string | null; count: number | null }>`
    with slow as materialized (
      select flow, node, half, ${now}::timestamptz - after * interval '1 second' as since
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as each (flow uuid, node text, half integer, after float8))
    select s.flow, s.node, r.is_rest, l.assignee_id, l.count from slow s
      cross join lateral (
        select count(*) <= s.half as is_rest from (select from flow_task t where ${its} and t.created_at >= s.since limit s.half + 1) as part) r
      left join lateral (
        select t.assignee_id, count(*)::int as count from flow_task t where ${its} and t.created_at < s.since and not r.is_rest group by 1
        union all
        select t.assignee_id, count(*)::int from flow_task t where ${its} and t.created_at >= s.since and r.is_rest group by 1) l on true`.execute(on)
  const counts = new Map<string, Map<string | null, number>>()
  const rests = new Set<string>()
  for (const { flow, node, is_rest, assignee_id, count } of rows) {
    const key = `${flow} ${node}`
    if (is_rest) rests.add(key)
    const of = counts.get(key) ?? new Map<string | null, number>()
    if (count !== null) of.set(assignee_id, count)
    counts.set(key, of)
  }
  return slow.flatMap(({ flowId: flow_id, nodeId: node, waits }) => {
    const key = `${flow_id} ${node}`
    return [...waits].map(([assignee_id, waiting]) => {
      const seen = counts.get(key)?.get(assignee_id) ?? 0
      return { flow_id, node, assignee_id, late: rests.has(key) ? waiting - seen : seen }
    })
  })
}

/** Since when something waits at each of some steps. */
export async function oldestAt(scope: FlowScope, steps: readonly { flowId: string; nodeId: string }[], on: Trx): Promise<Map<string, Date>> {
  const { rows } = await sql<{ flow: string; node: string; oldest: Date | null }>`
    select s.flow, s.node, (select min(t.created_at) from flow_task t where ${isOpen(scope)} and t.flow_id = s.flow and t.node = s.node) as oldest
    from jsonb_to_recordset(${JSON.stringify(steps.map(({ flowId: flow, nodeId: node }) => ({ flow, node })))}::jsonb) as s (flow uuid, node text)`.execute(on)
  return new Map(rows.flatMap(({ flow, node, oldest }) => (oldest ? [[`${flow} ${node}`, oldest] as const] : [])))
}
/** Since when something waits for each of some people. */
export async function oldestOf(scope: FlowScope, flowId: string, people: readonly string[], on: Trx): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; oldest: Date | null }>`
    select p.id, (select min(l.created_at) from unnest(array['open', 'suspended', 'nobody']) as s (state) cross join lateral (
      select t.created_at from flow_task t where t.assignee_id = p.id and ${place(scope, 't')} and t.state = s.state ${flowId ? sql`and t.flow_id = ${flowId}` : sql``}
      order by t.created_at limit 1) l) as oldest
    from unnest(${[...people]}::uuid[]) as p (id)`.execute(on)
  return new Map(rows.flatMap(({ id, oldest }) => (oldest ? [[id, oldest] as const] : [])))
}

/** Lines that tell of the same become one; only where so many are new. */
export async function bringTogether(least: number, on: Db): Promise<void> {
  await on.transaction().execute(async trx => {
    // By one process at a time: the others need not wait for it. All lines are looked at for what is new: an index of those would cost each command more.
    const { rows } = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended('flow_open', 0)) as is_mine`.execute(trx)
    if (!rows[0]?.is_mine) return
    const key = sql`flow_id, what, node, node_name, coalesce(assignee_id, '00000000-0000-0000-0000-000000000000')`
    const { rows: places } = await sql<{ app_id: string; tag: string }>`
      select app_id, tag from flow_open where is_new group by 1, 2 having count(*) >= ${least}`.execute(trx)
    for (const { app_id, tag } of places)
      await sql`
        with gone as (
          delete from flow_open o where o.app_id = ${app_id} and o.tag = ${tag}
            and (o.is_new or (${key}) in (select ${key} from flow_open where app_id = ${app_id} and tag = ${tag} and is_new))
          returning o.*)
        insert into flow_open (company_id, app_id, tag, flow_id, what, node, node_name, assignee_id, count, is_new)
        select company_id, app_id, tag, flow_id, what, node, node_name, assignee_id, sum(count), false from gone group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(count) <> 0`.execute(
        trx,
      )
  })
}
