// Where instances are stuck and how quickly they go: figures over the rows that are there, one statement for each part of the screen.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../core.ts'
import type { FlowScope } from './cases.ts'
import type { Clock } from './timers.ts'

const DAY_MS = 86_400_000
/** Fewer decisions tell nothing of what is usual. */
const LEAST = 5
const MOST_STEPS = 200
const MOST_PEOPLE = 50

interface Step {
  flow_id: string
  flow_name: string
  node: string
  node_name: string
  waiting: number
  nobody: number
  late: number
  oldest: Date | null
  decided: number
  usual: number | null
  before: number | null
}
interface Waits {
  user_id: string
  name: string
  waiting: number
  late: number
  oldest: Date
}
interface Day {
  day: string
  started: number
  ended: number
}
interface Sum {
  running: number
  stuck: number
  ended: number
  started: number
  duration: number | null
  before: number | null
}

/** By how many per cent something takes longer than it did; null where one of them is not known. */
const trendOf = (now: number | null, before: number | null): number | null => (now === null || !before ? null : Math.round((now / before - 1) * 100))
const seconds = (value: number | null) => (value === null ? null : Math.round(value))

export function createRadar({ db }: Pick<Core, 'db'>, clock: Clock) {
  return {
    async read(scope: FlowScope, { days, flowId = '' }: { days: number; flowId?: string | undefined }) {
      const now = clock.now()
      const since = new Date(now.getTime() - days * DAY_MS)
      const earlier = new Date(now.getTime() - 2 * days * DAY_MS)
      const at = (table: string): RawBuilder<unknown> =>
        sql`${sql.ref(`${table}.app_id`)} = ${scope.appId} and ${sql.ref(`${table}.company_id`)} = ${scope.companyId} and ${sql.ref(`${table}.tag`)} = ${scope.tag}`
      const flow = flowId ? sql`and c.flow_id = ${flowId}` : sql``
      const took = sql`extract(epoch from t.done_at - t.created_at)`
      // What was decided at a step lately: how long that usually takes, and from when on it takes long.
      const done = sql`
        select c.flow_id, t.node, max(t.node_name) as node_name, count(*) filter (where t.done_at >= ${since}) as decided,
          percentile_cont(0.5) within group (order by ${took}) filter (where t.done_at >= ${since}) as usual,
          percentile_cont(0.9) within group (order by ${took}) filter (where t.done_at >= ${since}) as slow,
          percentile_cont(0.5) within group (order by ${took}) filter (where t.done_at < ${since}) as before
        from flow_task t join flow_case c on c.id = t.case_id
        where ${at('t')} and ${at('c')} and t.state = 'done' and t.done_at >= ${earlier} ${flow} group by 1, 2`
      const open = sql`
        select t.*, c.flow_id, coalesce(d.decided >= ${LEAST} and extract(epoch from ${now}::timestamptz - t.created_at) > d.slow, false) as is_late
        from flow_task t join flow_case c on c.id = t.case_id left join done d on d.flow_id = c.flow_id and d.node = t.node
        where ${at('t')} and ${at('c')} and t.state in ('open', 'suspended', 'nobody') and c.ended_at is null ${flow}`
      const steps = sql<Step>`
        with done as (${done}), open as (${open}), waits as (
          select flow_id, node, max(node_name) as node_name, count(*) as waiting, count(*) filter (where state = 'nobody') as nobody,
            count(*) filter (where is_late) as late, min(created_at) as oldest from open group by 1, 2)
        select flow_id, node, coalesce(w.node_name, d.node_name) as node_name, coalesce(w.waiting, 0)::int as waiting, coalesce(w.nobody, 0)::int as nobody,
          coalesce(w.late, 0)::int as late, w.oldest, coalesce(d.decided, 0)::int as decided, d.usual, d.before,
          (select c.flow_name from flow_case c where ${at('c')} and c.flow_id = coalesce(w.flow_id, d.flow_id) order by c.created_at desc limit 1) as flow_name
        from waits w full join done d using (flow_id, node) order by late desc, waiting desc, decided desc, node limit ${MOST_STEPS}`
      const people = sql<Waits>`
        with done as (${done}), open as (${open})
        select o.assignee_id as user_id, p.name, count(*)::int as waiting, count(*) filter (where o.is_late)::int as late, min(o.created_at) as oldest
        from open o join person p on p.id = o.assignee_id group by 1, 2 order by late desc, waiting desc, p.name limit ${MOST_PEOPLE}`
      const byDay = sql<Day>`
        select to_char(d.day, 'YYYY-MM-DD') as day,
          (select count(*) from flow_case c where ${at('c')} ${flow} and c.created_at >= d.day and c.created_at < d.day + interval '1 day')::int as started,
          (select count(*) from flow_case c where ${at('c')} ${flow} and c.ended_at >= d.day and c.ended_at < d.day + interval '1 day')::int as ended
        from generate_series(date_trunc('day', ${since}::timestamptz), ${now}::timestamptz, interval '1 day') as d (day) order by 1`
      const lasted = sql`extract(epoch from c.ended_at - c.created_at)`
      const sums = sql<Sum>`
        select (select count(*) from flow_case c where ${at('c')} ${flow} and c.status in (0, 1, 3, -2))::int as running,
          (select count(*) from flow_case c where ${at('c')} ${flow} and c.status = -2)::int as stuck,
          (select count(*) from flow_case c where ${at('c')} ${flow} and c.created_at >= ${since})::int as started,
          count(*) filter (where c.ended_at >= ${since})::int as ended,
          percentile_cont(0.5) within group (order by ${lasted}) filter (where c.ended_at >= ${since}) as duration,
          percentile_cont(0.5) within group (order by ${lasted}) filter (where c.ended_at < ${since}) as before
        from flow_case c where ${at('c')} ${flow} and c.ended_at >= ${earlier}`
      const flows = sql<{ value: string; label: string }>`
        select c.flow_id as value, (array_agg(c.flow_name order by c.created_at desc))[1] as label from flow_case c where ${at('c')} and c.created_at >= ${earlier}
        group by 1 order by 2 limit 500`
      const [step, person, day, [sum], named] = await Promise.all([
        steps.execute(db).then(({ rows }) => rows),
        people.execute(db).then(({ rows }) => rows),
        byDay.execute(db).then(({ rows }) => rows),
        sums.execute(db).then(({ rows }) => rows),
        flows.execute(db).then(({ rows }) => rows),
      ])
      const waiting = step.reduce((all, one) => all + one.waiting, 0)
      const late = step.reduce((all, one) => all + one.late, 0)
      return {
        running: sum?.running ?? 0,
        stuck: sum?.stuck ?? 0,
        nobody: step.reduce((all, one) => all + one.nobody, 0),
        waiting,
        late,
        lateShare: waiting ? Math.round((late / waiting) * 100) : 0,
        started: sum?.started ?? 0,
        ended: sum?.ended ?? 0,
        duration: seconds(sum?.duration ?? null),
        durationTrend: trendOf(sum?.duration ?? null, sum?.before ?? null),
        flows: named,
        byDay: day,
        steps: step.map(one => ({
          flowId: one.flow_id,
          flowName: one.flow_name,
          nodeId: one.node,
          nodeName: one.node_name || one.node,
          waiting: one.waiting,
          nobody: one.nobody,
          late: one.late,
          oldestAt: one.oldest?.toISOString() ?? '',
          decided: one.decided,
          usual: seconds(one.usual),
          trend: trendOf(one.usual, one.before),
        })),
        people: person.map(one => ({ id: one.user_id, name: one.name, waiting: one.waiting, late: one.late, oldestAt: one.oldest.toISOString() })),
      }
    },
  }
}
