// What went wrong on running pages, as their browsers say: counted, bounded, and forgotten after a while.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { isAddressShape, isErrorShape, type PageError } from '../../../page-errors.ts'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { inApp } from '../../store/scoped.ts'
import { scopeOf, type AppInScope } from '../foundation/access/index.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { createReleases } from '../release/index.ts'

/** Days for which an error is kept after it was seen last. */
const KEEP_DAYS = 14
/** Different errors of one app, and reports of one app in a minute: what a loop or a hostile browser says beyond that is not heard. */
const MOST = 500
const PER_MINUTE = 300
const MOST_TIMES = 1000

export interface Reported extends PageError {
  pageId: string
  times: number
}

interface Parts {
  limits: ReturnType<typeof createLimits>
  releases: Pick<ReturnType<typeof createReleases>, 'stages'>
}

export function createPageErrors({ db }: Pick<Core, 'db'>, { limits, releases: { stages } }: Parts) {
  return {
    /** Counts errors of pages of this environment; answers how many were heard. Throws 404 `page.unknown` where none of the pages is of this app. */
    async add(app: AppInScope, userId: string | undefined, reported: readonly Reported[]): Promise<number> {
      const scope = scopeOf(app)
      if (!(await limits.hit(`page-errors ${app.id}`, PER_MINUTE))) return 0
      const ids = [...new Set(reported.map(one => one.pageId))]
      const known = await inApp(db, scope).selectFrom('page').select('id').where('id', 'in', ids).where('kind', '=', 'page').execute()
      const pages = new Set(known.map(({ id }) => id))
      if (!pages.size) throw notFound('page.unknown', 'There is no such page')
      const heard = reported.filter(
        one => pages.has(one.pageId) && (one.kind === 'call' ? isAddressShape(one.address) && !one.message : isErrorShape(one.message) && !one.address),
      )
      if (!heard.length) return 0
      const { n } = await inApp(db, scope)
        .selectFrom('page_error')
        .select(eb => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      for (const { pageId, kind, method, address, status, code, message, times } of heard) {
        const row = { tag: app.tag, page_id: pageId, kind, method, address, status, code, message }
        const more = { times: sql<number>`least(page_error.times + ${Math.min(times, MOST_TIMES)}, 1000000000)`, last_at: new Date() }
        const seen = await inApp(db, scope)
          .updateTable('page_error')
          .set(more)
          .where(eb => eb.and(row))
          .executeTakeFirst()
        if (seen.numUpdatedRows || Number(n) >= MOST) continue
        await inApp(db, scope)
          .insertInto('page_error')
          .values({ id: uuidv7(), ...row, times: Math.min(times, MOST_TIMES) })
          .onConflict(conflict => conflict.columns(['app_id', 'tag', 'page_id', 'kind', 'method', 'address', 'status', 'code', 'message']).doUpdateSet(more))
          .execute()
      }
      if (userId !== undefined && app.tag !== 'dev') await stages.failed(scope, app.tag, userId)
      return heard.length
    },

    async removeOld() {
      await sql`delete from page_error where last_at < now() - ${sql.lit(KEEP_DAYS)} * interval '1 day'`.execute(db)
    },
  }
}
