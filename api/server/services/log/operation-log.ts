// The operation log of an app: every call that changed something, or tried to. It is read newest first out of millions of rows, so each
// filter has an index in that order, and a list of people or operations is read index by index and merged.
import { sql } from 'kysely'
import { calls, type CallId } from '../../../generated/calls.ts'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import { UNKNOWN } from '../foundation/audit.ts'
import type { createInstallation } from '../setup/index.ts'
import type { createJobs } from '../foundation/jobs.ts'
import { loggedCalls, operationOf } from './operation-words.ts'
import { subjectOf } from './subjects.ts'
import { inApp } from '../../store/scoped.ts'

const QUEUE = 'sweep-operation-logs'
const DAY_SECONDS = 86_400
const ROWS_AT_ONCE = 20_000
/** People whose name fits what is searched for: each is looked up in millions of rows, and to leave some out would hide what they did. */
const MOST_PEOPLE = 20
export const KEPT_DAYS = { least: 7, most: 3650, unless: 365 }

export interface LogFilter {
  page: number
  perPage: number
  /** Milliseconds since 1970, both included. */
  from?: number
  to?: number
  /** A call id, or words of its name. */
  operation?: string
  /** Words of a name or email. */
  operator?: string
  /** The one environment that the reader may know of. */
  environment?: string
}

interface Row {
  id: string
  at: Date
  call: string
  path: string
  method: string
  status: number
  http_status: number
  code: string
  duration_ms: number
  content_type: string
  context: Record<string, unknown>
  input: Record<string, unknown>
  headers: Record<string, string>
  response_headers: Record<string, string>
  response: Record<string, unknown>
  user_id: string | null
  name: string | null
  email: string | null
}

/** A place as it was meant; a long address is kept cut, perhaps within a `%2C`, and such a place is nowhere. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The places of a call's address: `{ pageId: "…" }`. */
function placesOf(call: string, path: string): Record<string, string> {
  const pattern = calls[call as CallId]?.path
  if (!pattern) return {}
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)
  const found = new RegExp(`^${pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/?]+)')}(?:\\?|$)`).exec(path)
  return Object.fromEntries(names.flatMap((name, at) => (found?.[at + 1] ? [[name, decoded(found[at + 1] as string)]] : [])))
}

/** Where in the console that is which a call was about, as a path below the app; empty when it has no place of its own. */
export function placeOf(call: string, path: string): string {
  const places = placesOf(call, path)
  if (places.pageId) return `/design/page/${places.pageId}`
  if (places.screenId) return `/admin/screens/${places.screenId}`
  const area = call.slice(0, call.indexOf('.'))
  if (places.dsKey && places.dmKey) return area === 'rowPermission' ? '/admin/perm-model' : `/admin/data/${places.dsKey}/${places.dmKey}`
  if (area === 'page') return '/design'
  if (area === 'release') return '/admin/release'
  if (area === 'role' || area === 'permission') return '/admin/permission'
  return ''
}

/** A refusal is the caller's doing, a failure ours; what no request did was done. */
const outcomeOf = (http: number) =>
  http === UNKNOWN ? ('unknown' as const) : http < 400 ? ('done' as const) : http < 500 ? ('refused' as const) : ('failed' as const)

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export function createOperationLog(
  { db, log }: Pick<Core, 'db' | 'log'>,
  jobs: ReturnType<typeof createJobs>,
  installation: Pick<ReturnType<typeof createInstallation>, 'databaseReady'>,
) {
  /** Ids of the people of the organisation, or of those the log names, whose name or email holds the words. */
  async function peopleLike(scope: Scope, words: string): Promise<string[]> {
    const rows = await db
      .selectFrom('person')
      .select('id')
      .where(eb => eb.or([eb('name', 'ilike', containing(words)), eb('email', 'ilike', containing(words)), eb('nick_name', 'ilike', containing(words))]))
      .where(eb => eb.exists(eb.selectFrom('audit').select('audit.id').where('audit.app_id', '=', scope.appId).whereRef('audit.user_id', '=', 'person.id')))
      .limit(MOST_PEOPLE + 1)
      .execute()
    if (rows.length > MOST_PEOPLE)
      throw fieldError('log.tooManyPeople', 'operator', 'More than {limit} people fit. Type more of the name or email', { limit: MOST_PEOPLE })
    return rows.map(row => row.id)
  }

  /** Call ids whose id or name, in either language, holds the words. */
  function callsLike(words: string): string[] {
    if (words in calls) return [words]
    const wanted = words.trim().toLowerCase()
    return loggedCalls.filter(call => [call, operationOf(call, 'en-US'), operationOf(call, 'zh-CN')].some(text => text.toLowerCase().includes(wanted)))
  }

  async function filterOf(scope: Scope, filter: LogFilter) {
    const people = filter.operator ? await peopleLike(scope, filter.operator) : undefined
    const ids = filter.operation ? callsLike(filter.operation) : undefined
    const within = [
      filter.environment === undefined ? undefined : sql`a.context ->> 'environment' = ${filter.environment}`,
      filter.from === undefined ? undefined : sql`a.at >= ${new Date(filter.from)}`,
      // Times are kept finer than a millisecond.
      filter.to === undefined ? undefined : sql`a.at < ${new Date(filter.to + 1)}`,
    ].filter(part => part !== undefined)
    const own = sql.join([sql`a.app_id = ${scope.appId}`, sql`a.company_id = ${scope.companyId}`, ...within], sql` and `)
    /** The newest rows that fit, at most so many. */
    return (columns: ReturnType<typeof sql>, limit: number) => {
      const rows = (where: ReturnType<typeof sql>) => sql`select ${columns} from audit a where ${where} order by a.at desc, a.id desc limit ${limit}`
      if (!people && !ids) return rows(own)
      const sets = sql.join(
        [people && sql`unnest(${people}::uuid[]) as p(user_id)`, ids && sql`unnest(${ids}::text[]) as c(call)`].filter(set => set !== undefined),
        sql` cross join `,
      )
      const matches = [own, people && sql`a.user_id = p.user_id`, ids && sql`a.call = c.call`].filter(part => part !== undefined)
      return sql`select n.* from ${sets} cross join lateral (${rows(sql.join(matches, sql` and `))}) n order by n.at desc, n.id desc limit ${limit}`
    }
  }

  jobs.work(
    QUEUE,
    async () => {
      await sweep()
    },
    { limit: 3, delaySeconds: 600, isLazy: true },
  )

  /** Removes what is older than its app keeps it; what belongs to no app stays the longest time. Answers how many went. */
  async function sweep(): Promise<number> {
    let gone = 0
    for (let removed = ROWS_AT_ONCE; removed === ROWS_AT_ONCE; gone += removed) {
      const { numAffectedRows } = await sql`
        delete from audit where id in (
          select a.id from audit a left join app on app.id = a.app_id
          where a.at < now() - make_interval(days => ${KEPT_DAYS.least})
            and a.at < now() - make_interval(days => coalesce((app.config ->> 'logKeptDays')::int, ${KEPT_DAYS.unless}))
          limit ${ROWS_AT_ONCE})`.execute(db)
      removed = Number(numAffectedRows ?? 0)
    }
    if (gone) log.info({ rows: gone }, 'old operations removed from the log')
    return gone
  }

  return {
    sweep,

    subjectOf: (scope: Scope, params: Record<string, string>, body: Record<string, unknown>) => subjectOf(db, scope, params, body),

    async list(scope: Scope, filter: LogFilter, locale: Locale) {
      const newest = await filterOf(scope, filter)
      const { page, perPage } = filter
      const columns = sql`a.id, a.at`
      const [found, total] = await Promise.all([
        // Beyond what is counted nothing is looked up: it would read everything before it.
        sql<Row>`
          select a.*, p.name, p.email
          from (select * from (${newest(columns, page * perPage > TOTAL_CAP ? 0 : page * perPage)}) f order by f.at desc, f.id desc offset ${(page - 1) * perPage}) n
          join audit a on a.id = n.id left join person p on p.id = a.user_id
          order by a.at desc, a.id desc`.execute(db),
        cappedTotal(db, sql`(${newest(columns, TOTAL_CAP + 1)})`),
      ])
      return {
        items: found.rows.map(row => ({
          id: row.id,
          createdAt: row.at.getTime(),
          method: row.method,
          url: row.path,
          duration: row.duration_ms,
          call: row.call,
          operation: operationOf(row.call, locale),
          subject: textOf(row.context.subject),
          operator: row.name ?? '',
          operatorEmail: row.email ?? '',
          outcome: outcomeOf(row.http_status),
          status: row.http_status,
          statusText: row.code || (row.status === 0 ? 'OK' : `${row.status}`),
          message: say(locale, textOf(row.response.msg)),
          contentType: row.content_type,
          context: row.context,
          payload: row.input,
          headers: row.headers,
          responseHeaders: row.response_headers,
          response: row.response,
          place: placeOf(row.call, row.path),
        })),
        ...total,
        page,
        perPage,
      }
    },

    /** The operations that the log can hold, by name. */
    operations: (locale: Locale) =>
      loggedCalls.map(call => ({ call, label: operationOf(call, locale) })).sort((a, b) => a.label.localeCompare(b.label, locale)),

    async keptDays(scope: Scope): Promise<number> {
      const { config } = await inApp(db, scope).selectFrom('app').select('config').executeTakeFirstOrThrow()
      return Number(config.logKeptDays ?? KEPT_DAYS.unless)
    },

    async keepDays(scope: Scope, days: number) {
      await inApp(db, scope)
        .updateTable('app')
        .set({ config: sql`config || ${JSON.stringify({ logKeptDays: days })}::jsonb` })
        .execute()
    },

    /** Asks for a pass of the sweep; once a day, however many processes ask. */
    async ask() {
      if (!installation.databaseReady) return
      await jobs.open()
      await jobs.send(QUEUE, {}, db, { everySeconds: DAY_SECONDS })
    },
  }
}
