// Where instances are stuck and how quickly they go: days that are over are read from their sums, what has happened since and what waits from the rows.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../core.ts'
import type { FlowScope } from './cases.ts'
import { dateOf, dayOf, summed } from './sums.ts'
import type { Clock } from './timers.ts'

/** Fewer decisions tell nothing of what is usual. */
const LEAST = 5
const MOST_STEPS = 200
const MOST_PEOPLE = 50

/** Times that are alike: how many there were, and how long they took together. */
interface Bucket {
  bucket: number
  count: number
  ms: number
}
interface Sum extends Bucket {
  what: 'started' | 'ended' | 'decided'
  is_now: boolean
  flow_id: string
  node: string
  node_name: string
}
interface Waits {
  flow_id: string
  node: string
  node_name: string
  assignee_id: string | null
  waiting: number
  nobody: number
  late: number
  oldest: Date
}
interface Asked {
  user_id: string
  name: string
  waiting: number
  late: number
  oldest: Date
}

/**
 * How long it took in such a share of the times: between the two that are next to it, as `percentile_cont` has it. Times that are in one line count as their mean,
 * so that it is right to the width of a line, 9 per cent, and mostly much closer.
 */
export function shareOf(share: number, buckets: readonly Bucket[]): number | null {
  const lines = new Map<number, Bucket>()
  for (const { bucket, count, ms } of buckets) {
    const its = lines.get(bucket)
    lines.set(bucket, { bucket, count: count + (its?.count ?? 0), ms: ms + (its?.ms ?? 0) })
  }
  const sorted = [...lines.values()].sort((a, b) => a.bucket - b.bucket)
  const all = sorted.reduce((sum, { count }) => sum + count, 0)
  if (!all) return null
  const place = share * (all - 1)
  const at = (rank: number) => {
    let before = 0
    for (const { count, ms } of sorted) {
      before += count
      if (rank < before) return ms / count / 1000
    }
    return 0
  }
  const [low, high] = [at(Math.floor(place)), at(Math.ceil(place))]
  return low + (high - low) * (place - Math.floor(place))
}

/** By how many per cent something takes longer than it did; null where one of them is not known. */
const trendOf = (now: number | null, before: number | null): number | null => (now === null || !before ? null : Math.round((now / before - 1) * 100))
const seconds = (value: number | null) => (value === null ? null : Math.round(value))
const counted = (list: readonly Bucket[]) => list.reduce((all, { count }) => all + count, 0)

export function createRadar({ db }: Pick<Core, 'db'>, clock: Clock) {
  const at = ({ companyId, appId, tag }: FlowScope, table: string): RawBuilder<unknown> =>
    sql`${sql.ref(`${table}.app_id`)} = ${appId} and ${sql.ref(`${table}.company_id`)} = ${companyId} and ${sql.ref(`${table}.tag`)} = ${tag}`

  /**
   * What was started, ended and decided from a day on, in lines of alike times, and by day. Which days are summed up is asked first: what changes between the two
   * questions is told as it was before.
   */
  async function past(scope: FlowScope, { from, since, today, flowId }: { from: number; since: number; today: number; flowId: string }) {
    const { rows: over } = await sql<{ day: string }>`
      select d.day from flow_day d where ${at(scope, 'd')} and d.day >= ${dateOf(from)} and d.day < ${dateOf(today)}
        and not exists (select from flow_day_changed x where ${at(scope, 'x')} and x.day = d.day)`.execute(db)
    const dates = over.map(({ day }) => day)
    const isOver = new Set(dates)
    // Today, at least.
    const rest = Array.from({ length: today - from + 1 }, (_, n) => from + n).filter(day => !isOver.has(dateOf(day)))
    const { rows } = await sql<{ of: 'sum' | 'day'; day: string; started: number; ended: number } & Sum>`
      with each as materialized (
        select s.day, s.what, s.flow_id, s.node, s.bucket, s.node_name, s.count, s.ms from flow_sum s
        where ${at(scope, 's')} and s.day = any (${dates}::date[]) ${flowId ? sql`and (s.what = 'started' or s.flow_id = ${flowId})` : sql``}
        union all ${summed(scope, rest, flowId ? sql`and c.flow_id = ${flowId}` : sql``)})
      select 'sum' as of, null as day, what, day >= ${dateOf(since)}::date as is_now, flow_id, node, bucket, max(node_name) as node_name,
        sum(count)::int as count, sum(ms)::float8 as ms, 0 as started, 0 as ended
      from each group by what, 4, flow_id, node, bucket
      union all
      select 'day', to_char(g.day, 'YYYY-MM-DD'), null, null, null, null, null, null, null, null,
        coalesce(sum(e.count) filter (where e.what = 'started'), 0)::int, coalesce(sum(e.count) filter (where e.what = 'ended'), 0)::int
      from generate_series(${dateOf(since)}::timestamp, ${dateOf(today)}::timestamp, interval '1 day') as g (day)
      left join each e on e.day = g.day::date and e.what in ('started', 'ended') ${flowId ? sql`and e.flow_id = ${flowId}` : sql``}
      group by g.day`.execute(db)
    const sums = rows.filter(row => row.of === 'sum')
    const byDay = rows.flatMap(({ of, day, started, ended }) => (of === 'day' ? [{ day, started, ended }] : []))
    return { sums, byDay: byDay.sort((a, b) => (a.day < b.day ? -1 : 1)) }
  }

  const isOpen = (scope: FlowScope) => sql`${at(scope, 't')} and t.state in ('open', 'suspended', 'nobody')`
  /** Tasks that an earlier version has opened know no flow of their own. */
  const withFlow = (scope: FlowScope) => sql`flow_task t join flow_case c on c.id = t.case_id and ${at(scope, 'c')} and t.flow_id is null`

  /** What waits, by step and person. */
  async function open(scope: FlowScope, flowId: string): Promise<Waits[]> {
    const part = (from: RawBuilder<unknown>, flow: RawBuilder<unknown>) => sql`
      select ${flow} as flow_id, t.node, t.assignee_id, max(t.node_name) as node_name, count(*)::int as waiting,
        count(*) filter (where t.state = 'nobody')::int as nobody, 0 as late, min(t.created_at) as oldest
      from ${from} where ${isOpen(scope)} and ${flow} ${flowId ? sql`= ${flowId}` : sql`is not null`} group by ${flow}, t.node, t.assignee_id`
    return (await sql<Waits>`${part(sql`flow_task t`, sql`t.flow_id`)} union all ${part(withFlow(scope), sql`c.flow_id`)}`.execute(db)).rows
  }
  /** Of these, those that wait for longer than their step has in nine of ten times: they stand together at one end of the index. */
  async function late(scope: FlowScope, now: Date, slow: readonly { flow: string; node: string; after: number }[]): Promise<Waits[]> {
    if (!slow.length) return []
    const part = (from: RawBuilder<unknown>, flow: RawBuilder<unknown>) => sql`
      select s.flow as flow_id, s.node, l.*, '' as node_name, 0 as waiting, 0 as nobody from slow s cross join lateral (
        select t.assignee_id, count(*)::int as late, min(t.created_at) as oldest from ${from}
        where ${isOpen(scope)} and ${flow} = s.flow and t.node = s.node and t.created_at < s.since group by t.assignee_id) l`
    const { rows } = await sql<Waits>`
      with slow as materialized (
        select flow, node, ${now}::timestamptz - after * interval '1 second' as since
        from jsonb_to_recordset(${JSON.stringify(slow)}::jsonb) as each (flow uuid, node text, after float8))
      ${part(sql`flow_task t`, sql`t.flow_id`)} union all ${part(withFlow(scope), sql`c.flow_id`)}`.execute(db)
    return rows
  }
  /** Together, by what each has in common. */
  function together(waits: readonly Waits[], keyOf: (one: Waits) => string): Map<string, Waits> {
    const all = new Map<string, Waits>()
    for (const one of waits) {
      const its = all.get(keyOf(one))
      if (!its) {
        all.set(keyOf(one), { ...one })
        continue
      }
      its.waiting += one.waiting
      its.nobody += one.nobody
      its.late += one.late
      if (one.oldest < its.oldest) its.oldest = one.oldest
      if (one.node_name > its.node_name) its.node_name = one.node_name
    }
    return all
  }

  async function named(waits: readonly Waits[]): Promise<Asked[]> {
    const asked = waits.filter(one => one.assignee_id !== null)
    const first = [...together(asked, one => one.assignee_id ?? '').values()].sort((a, b) => b.late - a.late || b.waiting - a.waiting)
    // Those that have as many as the last one shown are ordered by their name.
    const last = first[MOST_PEOPLE - 1]
    const some = last ? first.filter(({ late, waiting }) => late > last.late || (late === last.late && waiting >= last.waiting)) : first
    const ids = some.flatMap(({ assignee_id }) => assignee_id ?? [])
    const people = ids.length ? await db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute() : []
    const names = new Map(people.map(({ id, name }) => [id, name]))
    const all = some.flatMap(({ assignee_id: id, waiting, late, oldest }) =>
      id && names.has(id) ? [{ user_id: id, name: names.get(id) ?? '', waiting, late, oldest }] : [],
    )
    return all.sort((a, b) => b.late - a.late || b.waiting - a.waiting || (a.name < b.name ? -1 : 1)).slice(0, MOST_PEOPLE)
  }

  /** Flows that were ever started, with the name that each had last: the index is looked at once for each of them. */
  async function flowsOf(scope: FlowScope): Promise<Map<string, string>> {
    const { rows } = await sql<{ id: string; name: string }>`
      with recursive f (id, name) as (
        (select c.flow_id, c.flow_name from flow_case c where ${at(scope, 'c')} order by c.flow_id, c.created_at desc limit 1)
        union all
        select n.flow_id, n.flow_name from f cross join lateral (
          select c.flow_id, c.flow_name from flow_case c where ${at(scope, 'c')} and c.flow_id > f.id order by c.flow_id, c.created_at desc limit 1) n)
      select id, name from f`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  const running = async (scope: FlowScope, flowId: string) => {
    const { rows } = await sql<{ running: number; stuck: number }>`
      select count(*)::int as running, count(*) filter (where c.status = -2)::int as stuck
      from flow_case c where ${at(scope, 'c')} and c.ended_at is null ${flowId ? sql`and c.flow_id = ${flowId}` : sql``}`.execute(db)
    return rows[0] ?? { running: 0, stuck: 0 }
  }

  return {
    async read(scope: FlowScope, { days, flowId = '' }: { days: number; flowId?: string | undefined }) {
      const now = clock.now()
      const today = dayOf(now)
      const since = today - days
      const [{ sums, byDay }, cases, tasks, names] = await Promise.all([
        past(scope, { from: since - days, since, today, flowId }),
        running(scope, flowId),
        open(scope, flowId),
        flowsOf(scope),
      ])
      const ofFlow = (one: Sum) => !flowId || one.flow_id === flowId
      const of = (what: Sum['what'], isNow: boolean) => sums.filter(one => one.what === what && one.is_now === isNow && ofFlow(one))
      const ended = of('ended', true)
      const [duration, before] = [shareOf(0.5, ended), shareOf(0.5, of('ended', false))]

      const done = new Map<string, { flowId: string; node: string; name: string; now: Sum[]; before: Sum[] }>()
      for (const one of sums) {
        if (one.what !== 'decided') continue
        const key = `${one.flow_id} ${one.node}`
        const step = done.get(key) ?? { flowId: one.flow_id, node: one.node, name: '', now: [], before: [] }
        if (one.node_name > step.name) step.name = one.node_name
        step[one.is_now ? 'now' : 'before'].push(one)
        done.set(key, step)
      }
      const slow = [...done.values()].flatMap(({ flowId: flow, node, now: lately }) =>
        counted(lately) >= LEAST ? [{ flow, node, after: shareOf(0.9, lately) ?? 0 }] : [],
      )
      const waits = [...tasks, ...(await late(scope, now, slow))]
      const waiting = together(waits, one => `${one.flow_id} ${one.node}`)
      const steps = [...new Set([...waiting.keys(), ...done.keys()])]
        .map(key => {
          const [its, was] = [waiting.get(key), done.get(key)]
          const lately = was?.now ?? []
          return {
            flowId: its?.flow_id ?? was?.flowId ?? '',
            nodeId: its?.node ?? was?.node ?? '',
            nodeName: its?.node_name || was?.name || its?.node || was?.node || '',
            waiting: its?.waiting ?? 0,
            nobody: its?.nobody ?? 0,
            late: its?.late ?? 0,
            oldestAt: its?.oldest.toISOString() ?? '',
            decided: counted(lately),
            usual: seconds(shareOf(0.5, lately)),
            trend: trendOf(shareOf(0.5, lately), shareOf(0.5, was?.before ?? [])),
          }
        })
        .sort((a, b) => b.late - a.late || b.waiting - a.waiting || b.decided - a.decided || (a.nodeId < b.nodeId ? -1 : 1))
      const total = (of: 'waiting' | 'late' | 'nobody') => steps.reduce((all, one) => all + one[of], 0)
      const shown = steps.slice(0, MOST_STEPS)
      const people = await named(waits)
      return {
        ...cases,
        nobody: total('nobody'),
        waiting: total('waiting'),
        late: total('late'),
        lateShare: total('waiting') ? Math.round((total('late') / total('waiting')) * 100) : 0,
        started: counted(of('started', true)),
        ended: counted(ended),
        duration: seconds(duration),
        durationTrend: trendOf(duration, before),
        flows: [...names]
          .map(([value, label]) => ({ value, label }))
          .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0))
          .slice(0, 500),
        byDay,
        steps: shown.map(({ flowId: id, ...one }) => ({ flowId: id, flowName: names.get(id) ?? '', ...one })),
        people: people.map(one => ({ id: one.user_id, name: one.name, waiting: one.waiting, late: one.late, oldestAt: one.oldest.toISOString() })),
      }
    },
  }
}
