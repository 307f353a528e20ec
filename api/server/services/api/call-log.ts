// The log of calls: kept for a month, and no more than so many of an app.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import type { Scope } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'

const KEEP_DAYS = 30
const MOST = 10_000
/** Calls of an app between two looks at how many there are. */
const TRIM_EVERY = 200
const INPUT = 2_000
const VALUE = 200

export interface Called {
  tag: string
  resourceId: string
  key: string
  name: string
  userId: string | undefined
  ms: number
  status: number
  code: string
  problem: string
  cached: boolean
  input: Record<string, unknown>
}

/** Values as far as they tell what was asked; the rest of a long one is nobody's business here. */
function shortened(input: Record<string, unknown>): string {
  const short = Object.entries(input).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [key, text.length > VALUE ? `${text.slice(0, VALUE)}…` : value]
  })
  const text = JSON.stringify(Object.fromEntries(short))
  return (text.length > INPUT ? `${text.slice(0, INPUT)}…` : text).replace(/[\uD800-\uDFFF]/gu, '\uFFFD').replaceAll('\0', '')
}

export function createCallLog({ db }: Pick<Core, 'db'>) {
  const since = new Map<string, number>()

  async function trim(scope: Scope) {
    const rows = inApp(db, scope)
    await rows
      .deleteFrom('api_call')
      .where('at', '<', new Date(Date.now() - KEEP_DAYS * 86_400_000))
      .execute()
    const last = await rows.selectFrom('api_call').select('at').orderBy('at', 'desc').offset(MOST).limit(1).executeTakeFirst()
    if (last) await rows.deleteFrom('api_call').where('at', '<=', last.at).execute()
  }

  return {
    async add(scope: Scope, { tag, resourceId, key, name, userId, input, ...how }: Called) {
      await inApp(db, scope)
        .insertInto('api_call')
        .values({ id: uuidv7(), tag, resource_id: resourceId, api_key: key, api_name: name, user_id: userId ?? null, input: shortened(input), ...how })
        .execute()
      const count = since.get(scope.appId) ?? TRIM_EVERY
      since.set(scope.appId, count >= TRIM_EVERY ? 1 : count + 1)
      if (count >= TRIM_EVERY) await trim(scope)
    },

    async list(
      scope: Scope,
      { apiId, failed, page = 1, perPage = 20 }: { apiId?: string; failed?: boolean; page?: number; perPage?: number },
      seen: readonly string[] | undefined,
      locale: Locale,
    ) {
      if (seen && !seen.length) return { items: [], total: 0 }
      let rows = inApp(db, scope)
        .selectFrom('api_call')
        .where('at', '>', new Date(Date.now() - KEEP_DAYS * 86_400_000))
      if (apiId) rows = rows.where('resource_id', '=', apiId)
      if (seen) rows = rows.where('resource_id', 'in', seen)
      if (failed) rows = rows.where('code', '<>', '')
      const [{ total }, found] = await Promise.all([
        rows.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
        rows
          .leftJoin('person', 'person.id', 'api_call.user_id')
          .select(['api_call.id', 'at', 'api_key', 'api_name', 'tag', 'person.name as who', 'api_call.status', 'code', 'problem', 'ms', 'cached', 'input'])
          .orderBy('at', 'desc')
          .orderBy('api_call.id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
      ])
      const items = found.map(row => ({
        id: row.id,
        at: row.at.toISOString(),
        api: row.api_key,
        name: row.api_name,
        environment: row.tag,
        who: row.who ?? '',
        status: row.status,
        code: row.code,
        problem: row.problem ? say(locale, row.problem) : '',
        ms: row.ms,
        cached: row.cached,
        input: row.input,
      }))
      return { items, total }
    },
  }
}
