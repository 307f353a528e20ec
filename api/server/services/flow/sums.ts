// Sums by day of what became of instances: written once a day is over, from the rows of the day, and never counted up while people work. What changes a day
// afterwards says so (flow_day_changed, by the database itself), and the day is read from its rows until it is summed up anew.
import { sql, type RawBuilder } from 'kysely'
import type { Core } from '../../core.ts'
import { isDatabaseAway, type Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { FlowScope } from './cases.ts'
import { bringTogether } from './open.ts'
import type { Clock } from './timers.ts'

export const DAY_MS = 86_400_000
/** After midnight: by then each command of the day before has been written. */
const AFTER_MS = 3_600_000
/** As far back as figures are asked for, and the time before it. */
const MOST_DAYS = 2 * 366
/** Summed up by one statement. */
const AT_ONCE = 7
const WATCH_MS = 1_800_000
const FIRST_MS = 20_000
/** What waits is brought together as often, where so many lines are new: fewer are read in no time. */
const GATHER_MS = 10_000
const GATHERED_FROM = 500

/** The day of a moment, in UTC, as a number of days since 1970. */
export const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS)
export const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Which times are in one line: eight lines to each doubling, from a second on. */
const bucketOf = (lasted: RawBuilder<unknown>) => sql`floor(8 * ln(greatest(date_part('epoch', ${lasted}), 1)) / ln(2::float8))::smallint`
/** `extract` would reckon in decimals, which takes twice the time of all the rest. */
const msOf = (lasted: RawBuilder<unknown>) => sql`(date_part('epoch', ${lasted}) * 1000)::bigint`

/** Days one after the other, the last one not included. */
interface Range {
  from: number
  to: number
}
/** More of them are not asked for by themselves. */
const MOST_RANGES = 8
function rangesOf(days: readonly number[]): Range[] {
  const ranges: Range[] = []
  for (const day of [...days].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last.to === day) last.to++
    else ranges.push({ from: day, to: day + 1 })
  }
  const [first, last] = [ranges[0], ranges.at(-1)]
  return ranges.length > MOST_RANGES && first && last ? [{ from: first.from, to: last.to }] : ranges
}

/** The sums of some days from their rows, of one flow or of all. Asked with the moments themselves, so that the database knows how much that is. */
export function summed(scope: FlowScope, days: readonly number[], flowId = ''): RawBuilder<unknown> {
  const at = (table: string) =>
    sql`${sql.ref(`${table}.app_id`)} = ${scope.appId} and ${sql.ref(`${table}.company_id`)} = ${scope.companyId} and ${sql.ref(`${table}.tag`)} = ${scope.tag}`
  const within = (column: string, { from, to }: Range) =>
    sql`${sql.ref(column)} >= ${new Date(from * DAY_MS)}::timestamptz and ${sql.ref(column)} < ${new Date(to * DAY_MS)}::timestamptz`
  const on = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`
  const [took, lasted] = [sql`t.done_at - t.created_at`, sql`c.ended_at - c.created_at`]
  const flow = flowId ? sql`and c.flow_id = ${flowId}` : sql``
  const each = rangesOf(days).map(
    range => sql`
    select ${on('c.created_at')} as day, 'started' as what, c.flow_id, '' as node, 0::smallint as bucket, '' as node_name, count(*)::integer as count, 0::bigint as ms
    from flow_case c where ${at('c')} and ${within('c.created_at', range)} ${flow} group by 1, 3
    union all
    select ${on('c.ended_at')}, 'ended', c.flow_id, '', ${bucketOf(lasted)} as bucket, '', count(*)::integer, sum(${msOf(lasted)})::bigint
    from flow_case c where ${at('c')} and ${within('c.ended_at', range)} ${flow} group by 1, 3, bucket
    union all
    select ${on('t.done_at')}, 'decided', t.flow_id, t.node, ${bucketOf(took)} as bucket, max(t.node_name), count(*)::integer, sum(${msOf(took)})::bigint
    from (
      -- What was decided before tasks named their flow does not name it.
      select t.node, t.node_name, t.created_at, t.done_at, coalesce(t.flow_id, (select c.flow_id from flow_case c where c.id = t.case_id and ${at('c')})) as flow_id
      from flow_task t where ${at('t')} and t.state = 'done' and ${within('t.done_at', range)}) as t
    where t.flow_id is not null ${flowId ? sql`and t.flow_id = ${flowId}` : sql``}
    group by 1, 3, 4, bucket`,
  )
  return sql`select * from (${sql.join(each, sql` union all `)}) as of_rows where day = any (${days.map(dateOf)}::date[])`
}

export function createSums({ db, log }: Pick<Core, 'db' | 'log'>, clock: Clock) {
  let isClosing = false
  /** Environments with instances, and when the first of each began. */
  async function environments() {
    const { rows } = await sql<{ company_id: string; app_id: string; tag: string; first: Date }>`
      with recursive at as (
        (select app_id, tag from flow_case order by app_id, tag limit 1)
        union all
        select n.app_id, n.tag from at cross join lateral (
          select c.app_id, c.tag from flow_case c where (c.app_id, c.tag) > (at.app_id, at.tag) order by c.app_id, c.tag limit 1) n)
      select f.company_id, at.app_id, at.tag, f.created_at as first from at cross join lateral (
        select c.company_id, c.created_at from flow_case c where c.app_id = at.app_id and c.tag = at.tag order by c.created_at limit 1) f`.execute(db)
    return rows.map(({ company_id: companyId, app_id: appId, tag, first }) => ({ scope: { companyId, appId, tag }, first }))
  }

  /** Sums up days that nobody else does meanwhile. */
  async function add(scope: FlowScope, dates: readonly string[], trx: Trx) {
    const mine = await inApp(trx, scope)
      .insertInto('flow_day')
      .values(dates.map(day => ({ tag: scope.tag, day })))
      .onConflict(conflict => conflict.columns(['app_id', 'tag', 'day']).doNothing())
      .returning('day')
      .execute()
    if (mine.length)
      await sql`
        insert into flow_sum (company_id, app_id, tag, day, what, flow_id, node, bucket, node_name, count, ms)
        select ${scope.companyId}, ${scope.appId}, ${scope.tag}, day, what, flow_id, node, bucket, node_name, count, ms
        from (${summed(
          scope,
          mine.map(({ day }) => dayOf(new Date(day))),
        )}) as each`.execute(trx)
  }

  async function inEnvironment(scope: FlowScope, first: Date): Promise<void> {
    const now = clock.now()
    const last = dayOf(new Date(now.getTime() - AFTER_MS)) - 1
    // What is other than it was.
    await db.transaction().execute(async trx => {
      const changed = await inApp(trx, scope).deleteFrom('flow_day_changed').where('tag', '=', scope.tag).returning('day').execute()
      if (!changed.length) return
      const days = [...new Set(changed.map(({ day }) => day))]
      const gone = await inApp(trx, scope).deleteFrom('flow_day').where('tag', '=', scope.tag).where('day', 'in', days).returning('day').execute()
      const again = gone.map(({ day }) => day)
      for (let from = 0; from < again.length; from += AT_ONCE) await add(scope, again.slice(from, from + AT_ONCE), trx)
    })
    const oldest = dayOf(now) - MOST_DAYS
    await inApp(db, scope).deleteFrom('flow_day').where('tag', '=', scope.tag).where('day', '<', dateOf(oldest)).execute()
    const there = new Set((await inApp(db, scope).selectFrom('flow_day').select('day').where('tag', '=', scope.tag).execute()).map(({ day }) => day))
    const missing: string[] = []
    // The last ones first: they are asked for most.
    for (let day = last; day >= Math.max(oldest, dayOf(first)); day--) if (!there.has(dateOf(day))) missing.push(dateOf(day))
    for (let from = 0; from < missing.length && !isClosing; from += AT_ONCE) {
      const some = missing.slice(from, from + AT_ONCE)
      await db.transaction().execute(trx => add(scope, some, trx))
    }
  }

  let queue: Promise<unknown> = Promise.resolve()
  /** Sums up each day that is over and not summed up yet; one after the other in a process. */
  function bring(): Promise<void> {
    isClosing = false
    const next = queue.then(async () => {
      for (const { scope, first } of await environments()) await inEnvironment(scope, first)
      await bringTogether(1, db)
    })
    queue = next.catch(() => undefined)
    return next
  }

  const timers = new Set<NodeJS.Timeout>()
  let isWatching = false
  function plan(after: number, every: number, run: () => Promise<unknown>, failed: string) {
    if (!isWatching) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void run()
        .catch(error => !isDatabaseAway(error) && log.warn({ err: error }, failed))
        .then(() => plan(every, every, run, failed))
    }, after)
    timer.unref()
    timers.add(timer)
  }
  /** After what goes on, so that closing waits for both. */
  function gather(): Promise<void> {
    const next = queue.then(() => bringTogether(GATHERED_FROM, db))
    queue = next.catch(() => undefined)
    return next
  }
  return {
    bring,
    gather,
    watch() {
      if (isWatching) return
      isWatching = true
      plan(FIRST_MS, WATCH_MS, bring, 'days of flows are not summed up')
      plan(GATHER_MS, GATHER_MS, gather, 'what waits is not brought together')
    },
    async unwatch() {
      isWatching = false
      isClosing = true
      timers.forEach(clearTimeout)
      timers.clear()
      await queue
    },
  }
}
export type Sums = ReturnType<typeof createSums>
