// Where instances are stuck and how quickly they go: days that are over are read from their sums, what has happened since from the rows, what waits as it was counted.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../core.ts'
import type { Trx } from '../../store/database.ts'
import type { FlowScope } from './cases.ts'
import { lateLines, oldestAt, oldestOf, openLines, type LateLine, type OpenLine } from './open.ts'
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
/** How much waits at a step or for somebody. */
interface Waits {
  waiting: number
  nobody: number
  late: number
  name: string
}
/** What was decided at a step, in the time that is looked at and in the time before. */
interface Done {
  name: string
  now: Sum[]
  before: Sum[]
}
const stepOf = ({ flow_id, node }: { flow_id: string; node: string }) => `${flow_id} ${node}`
const partsOf = (step: string) => ({ flowId: step.slice(0, step.indexOf(' ')), nodeId: step.slice(step.indexOf(' ') + 1) })

/** Together, by what each has in common; what has null is left out. */
function waitsBy(lines: readonly OpenLine[], late: readonly LateLine[], keyOf: (one: OpenLine | LateLine) => string | null): Map<string, Waits> {
  const all = new Map<string, Waits>()
  const at = (one: OpenLine | LateLine) => {
    const key = keyOf(one)
    if (key === null) return undefined
    const its = all.get(key) ?? { waiting: 0, nobody: 0, late: 0, name: '' }
    all.set(key, its)
    return its
  }
  for (const line of lines) {
    const its = at(line)
    if (!its) continue
    its.waiting += line.count
    if (line.what === 'nobody') its.nobody += line.count
    if (line.node_name > its.name) its.name = line.node_name
  }
  for (const line of late) {
    const its = at(line)
    if (its) its.late += line.late
  }
  return all
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
    const [{ rows: over }, { rows: first }] = await Promise.all([
      sql<{ day: string }>`
        select d.day from flow_day d where ${at(scope, 'd')} and d.day >= ${dateOf(from)} and d.day < ${dateOf(today)}
          and not exists (select from flow_day_changed x where ${at(scope, 'x')} and x.day = d.day)`.execute(db),
      sql<{ at: Date }>`select c.created_at as at from flow_case c where ${at(scope, 'c')} order by c.created_at limit 1`.execute(db),
    ])
    const isOver = new Set(over.map(({ day }) => day))
    // Today, at least; nothing happened before the first instance.
    const begun = Math.max(from, Math.min(today, first[0] ? dayOf(first[0].at) : today))
    const rest = Array.from({ length: today - begun + 1 }, (_, n) => begun + n).filter(day => !isOver.has(dateOf(day)))
    const ofOver = sql`
        from flow_sum s
        where ${at(scope, 's')} and s.day >= ${dateOf(begun)}::date and s.day < ${dateOf(today)}::date and s.day <> all (${rest.map(dateOf)}::date[])
          ${flowId ? sql`and s.flow_id = ${flowId}` : sql``}`
    // A year of lines is many: each is summed up beside the others, and the rows of days that are not over as well.
    const [{ rows: lines }, { rows: days }, { rows: others }] = await Promise.all([
      sql<Sum>`
        select what, day >= ${dateOf(since)}::date as is_now, flow_id, node, bucket, max(node_name) as node_name, sum(count)::int as count, sum(ms)::float8 as ms
        ${ofOver} group by 1, 2, 3, 4, 5`.execute(db),
      sql<{ what: string; day: string; count: number }>`
        select what, day, sum(count)::int as count ${ofOver} and s.what <> 'decided' and s.day >= ${dateOf(since)}::date group by 1, 2`.execute(db),
      sql<Omit<Sum, 'is_now'> & { day: string }>`
        select what, day, flow_id, node, bucket, node_name, count, ms::float8 as ms from (${summed(scope, rest, flowId)}) as each`.execute(db),
    ])
    const counts = new Map<string, number>()
    for (const { what, day, count } of [...days, ...others]) counts.set(`${what} ${day}`, count + (counts.get(`${what} ${day}`) ?? 0))
    const byDay = Array.from({ length: today - since + 1 }, (_, n) => dateOf(since + n)).map(day => ({
      day,
      started: counts.get(`started ${day}`) ?? 0,
      ended: counts.get(`ended ${day}`) ?? 0,
    }))
    return { sums: [...lines, ...others.map(one => ({ ...one, is_now: one.day >= dateOf(since) }))], byDay }
  }

  /** The people for whom most waits. Those that have as many as the last one shown are ordered by their name. */
  async function named(waits: ReadonlyMap<string, Waits>, on: Trx) {
    const first = [...waits].map(([id, its]) => ({ id, ...its })).sort((a, b) => b.late - a.late || b.waiting - a.waiting)
    const last = first[MOST_PEOPLE - 1]
    const some = last ? first.filter(({ late, waiting }) => late > last.late || (late === last.late && waiting >= last.waiting)) : first
    if (!some.length) return []
    const people = await on
      .selectFrom('person')
      .select(['id', 'name'])
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute()
    const names = new Map(people.map(({ id, name }) => [id, name]))
    const all = some.flatMap(({ id, waiting, late }) => (names.has(id) ? [{ id, name: names.get(id) ?? '', waiting, late }] : []))
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

  /** What waits, and what of it is late, as they were at one moment. */
  function waiting(scope: FlowScope, flowId: string, now: Date, done: ReadonlyMap<string, Done>) {
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async trx => {
        const lines = await openLines(scope, flowId, trx)
        const tasks = lines.filter(({ what }) => what === 'task' || what === 'nobody')
        const asked = new Map<string, Map<string | null, number>>()
        for (const line of tasks) {
          const its = asked.get(stepOf(line)) ?? new Map<string | null, number>()
          asked.set(stepOf(line), its.set(line.assignee_id, line.count + (its.get(line.assignee_id) ?? 0)))
        }
        const slow = [...done].flatMap(([step, { now: lately }]) => {
          const waits = asked.get(step)
          return waits && counted(lately) >= LEAST ? [{ ...partsOf(step), after: shareOf(0.9, lately) ?? 0, waits }] : []
        })
        const late = await lateLines(scope, now, slow, trx)
        const atSteps = waitsBy(tasks, late, stepOf)
        const steps = [...new Set([...atSteps.keys(), ...done.keys()])]
          .map(step => {
            const [its, was] = [atSteps.get(step), done.get(step)]
            const lately = was?.now ?? []
            return {
              step,
              nodeName: its?.name || was?.name || '',
              waiting: its?.waiting ?? 0,
              nobody: its?.nobody ?? 0,
              late: its?.late ?? 0,
              decided: counted(lately),
              usual: seconds(shareOf(0.5, lately)),
              trend: trendOf(shareOf(0.5, lately), shareOf(0.5, was?.before ?? [])),
            }
          })
          .sort((a, b) => b.late - a.late || b.waiting - a.waiting || b.decided - a.decided || (partsOf(a.step).nodeId < partsOf(b.step).nodeId ? -1 : 1))
        const oldest = await oldestAt(
          scope,
          steps.slice(0, MOST_STEPS).map(({ step }) => partsOf(step)),
          trx,
        )
        const people = await named(
          waitsBy(tasks, late, one => one.assignee_id),
          trx,
        )
        const since = await oldestOf(
          scope,
          flowId,
          people.map(({ id }) => id),
          trx,
        )
        const cases = (what: OpenLine['what']) => lines.reduce((all, one) => (one.what === what ? all + one.count : all), 0)
        return {
          running: cases('running') + cases('stuck'),
          stuck: cases('stuck'),
          steps,
          oldest,
          people: people.map(one => ({ ...one, oldestAt: since.get(one.id)?.toISOString() ?? '' })),
        }
      })
  }

  return {
    async read(scope: FlowScope, { days, flowId = '' }: { days: number; flowId?: string | undefined }) {
      const now = clock.now()
      const today = dayOf(now)
      const since = today - days
      const [{ sums, byDay }, names] = await Promise.all([past(scope, { from: since - days, since, today, flowId }), flowsOf(scope)])
      const of = (what: Sum['what'], isNow: boolean) => sums.filter(one => one.what === what && one.is_now === isNow)
      const ended = of('ended', true)
      const [duration, before] = [shareOf(0.5, ended), shareOf(0.5, of('ended', false))]

      const done = new Map<string, Done>()
      for (const one of sums) {
        if (one.what !== 'decided') continue
        const step = done.get(stepOf(one)) ?? { name: '', now: [], before: [] }
        if (one.node_name > step.name) step.name = one.node_name
        step[one.is_now ? 'now' : 'before'].push(one)
        done.set(stepOf(one), step)
      }
      const { steps, oldest, ...waits } = await waiting(scope, flowId, now, done)
      const total = (what: 'waiting' | 'late' | 'nobody') => steps.reduce((all, one) => all + one[what], 0)
      return {
        ...waits,
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
        steps: steps.slice(0, MOST_STEPS).map(({ step, ...one }) => {
          const { flowId: id, nodeId } = partsOf(step)
          return {
            flowId: id,
            flowName: names.get(id) ?? '',
            nodeId,
            ...one,
            nodeName: one.nodeName || nodeId,
            oldestAt: oldest.get(step)?.toISOString() ?? '',
          }
        }),
      }
    },
  }
}
