// Contents that nothing names any more: pages and apps that were deleted, overrides of screens that are gone with their organisation.
// What is found unused is marked first, and removed when it stayed so for the grace time; storing it again takes the mark away.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import type { createInstallation } from './installation.ts'
import type { createJobs } from '../foundation/jobs.ts'

const QUEUE = 'sweep-contents'
const DAY_MS = 86_400_000
/** Time to bring something back from a copy of the database, or to notice that it should not have been deleted. */
const GRACE_DAYS = 7

const NO_SCREEN = sql<boolean>`not exists (select from screen_version v where v.base_hash = b.hash or v.result_hash = b.hash)`
const NO_PAGE = sql<boolean>`not exists (select from page p where p.company_id = b.company_id and p.body_hash = b.hash)
  and not exists (select from page_version v where v.company_id = b.company_id and v.body_hash = b.hash)
  and not exists (select from theme t where t.company_id = b.company_id and b.hash in (t.body_hash, t.draft_hash))
  and not exists (select from theme_version w where w.company_id = b.company_id and w.body_hash = b.hash)
  and not exists (select from share s where s.company_id = b.company_id and s.body_hash = b.hash)
  and not exists (select from published u where u.company_id = b.company_id and u.hash = b.hash)`
/** Manifests name contents in their JSON. */
const PUBLISHED = sql`published as materialized (
  select distinct m.company_id, decode(e.value ->> 'hash', 'hex') as hash from manifest m, jsonb_each(m.entries) e where e.value ->> 'hash' is not null)`

export function createSweep(
  { db, log }: Pick<Core, 'db' | 'log'>,
  jobs: ReturnType<typeof createJobs>,
  installation: Pick<ReturnType<typeof createInstallation>, 'databaseReady'>,
) {
  /** One pass; answers how many contents it marked and removed. */
  async function run({ graceMs = GRACE_DAYS * DAY_MS } = {}): Promise<{ marked: number; removed: number }> {
    const before = new Date(Date.now() - graceMs)
    const done = { marked: 0, removed: 0 }
    for (const [table, unused, given] of [
      [sql.table('screen_body'), NO_SCREEN, sql`published as (select 1)`],
      [sql.table('body'), NO_PAGE, PUBLISHED],
    ] as const)
      await db.transaction().execute(async trx => {
        // Rows by the hundred thousand take longer than any call may.
        await sql`set local statement_timeout = 0`.execute(trx)
        const count = async (query: ReturnType<typeof sql>) => Number((await query.execute(trx)).numAffectedRows ?? 0)
        await count(sql`with ${given} update ${table} b set unused_since = null where b.unused_since is not null and not (${unused})`)
        done.removed += await count(sql`with ${given} delete from ${table} b where b.unused_since < ${before} and ${unused}`)
        done.marked += await count(sql`with ${given} update ${table} b set unused_since = now() where b.unused_since is null and ${unused}`)
      })
    if (done.removed) log.info(done, 'unused contents removed')
    return done
  }

  jobs.work(
    QUEUE,
    async () => {
      await run()
    },
    { limit: 3, delaySeconds: 600, isLazy: true },
  )

  return {
    run,
    /** Enqueues a pass; once a day, however many processes ask for it. */
    async ask() {
      if (!installation.databaseReady) return
      await jobs.open()
      await jobs.send(QUEUE, {}, db, { everySeconds: DAY_MS / 1000 })
    },
  }
}
