// What goes on without anybody asking: timers that are due, work outside. Any number of processes share it.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { isDatabaseAway } from '../../store/database.ts'
import { everywhere, inApp } from '../../store/scoped.ts'
import type { Batches } from './batches.ts'
import type { Overdue } from './overdue.ts'
import { WORK_TOPIC, type Doer, type Outbox, type WorkKind } from './outbox.ts'
import type { Clock } from './timers.ts'

const POLL_MS = 5_000
const LEASE_MS = 120_000
/** Taken at once, and worked on beside each other. */
const BATCH = 64
const WIDTH = 4
/** A sweep ends, whatever comes meanwhile. */
const MOST_BATCHES = 1_000

async function inParallel<T>(list: readonly T[], run: (one: T) => Promise<void>) {
  const left = [...list]
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await run(one)
    }),
  )
}

export function createWork(
  { db, bus, log }: Pick<Core, 'db' | 'bus' | 'log'>,
  { overdue, outbox, batches, doers, clock }: { overdue: Overdue; outbox: Outbox; batches: Batches; doers: Partial<Record<WorkKind, Doer>>; clock: Clock },
) {
  const rows = () => everywhere(db, 'timers of all cases; each command asks whose it is')

  async function timers(): Promise<number> {
    const now = clock.now()
    const due = rows()
      .selectFrom('flow_timer')
      .select('id')
      .where('paused_at', 'is', null)
      .where('due_at', '<=', now)
      .where(eb => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<', now)]))
      .orderBy('due_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
    const leased = await rows()
      .updateTable('flow_timer')
      .set({ leased_until: new Date(now.getTime() + LEASE_MS), tries: sql<number>`tries + 1` })
      .where('id', 'in', due)
      .returning(['id', 'case_id', 'company_id', 'app_id', 'tag', 'tries'])
      .execute()
    await inParallel(leased, async ({ id, case_id: caseId, company_id: companyId, app_id: appId, tag, tries }) => {
      const scope = { companyId, appId, tag }
      try {
        const again = await overdue.fire({ id, caseId, scope, tries })
        if (again) await inApp(db, scope).updateTable('flow_timer').set({ leased_until: again }).where('id', '=', id).execute()
      } catch (error) {
        // Its lease ends, and it is tried again.
        log.warn({ err: error, case: caseId, timer: id }, 'an overdue action failed')
      }
    })
    return leased.length
  }

  async function sends(): Promise<number> {
    const leased = await outbox.lease(BATCH)
    await inParallel(leased, async work => {
      try {
        const doer = doers[work.kind]
        const why = doer && (await outbox.run(doer, work))
        if (why) log.info({ case: work.caseId, kind: work.kind, node: work.node, reason: why.reason, tries: work.tries }, 'work of a flow failed')
      } catch (error) {
        log.warn({ err: error, case: work.caseId, work: work.id }, 'work of a flow could not be completed')
      }
    })
    return leased.length
  }

  async function ofBatches(): Promise<number> {
    const leased = await batches.lease(BATCH)
    await inParallel(leased, batches.run)
    return leased.length
  }

  async function all() {
    const done = { fired: 0, sent: 0 }
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const [fired, sent, operated] = [await timers(), await sends(), await ofBatches()]
      done.fired += fired
      done.sent += sent
      if (!fired && !sent && !operated) break
    }
    return done
  }

  let queue: Promise<unknown> = Promise.resolve()
  /** Does what is due now; one after the other in a process. */
  function sweep(): Promise<{ fired: number; sent: number }> {
    const next = queue.then(all)
    queue = next.catch(() => undefined)
    return next
  }

  let isWatching = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  async function look() {
    if (!isWatching || isWanted) return
    isWanted = true
    clearTimeout(timer)
    await queue
    isWanted = false
    if (!isWatching) return
    await sweep().catch(error => !isDatabaseAway(error) && log.warn({ err: error }, 'what flows have to do was not looked for'))
    if (!isWatching) return
    clearTimeout(timer)
    timer = setTimeout(() => void look(), POLL_MS)
    timer.unref()
  }
  bus.on(WORK_TOPIC, () => void look())

  return {
    sweep,
    watch() {
      if (isWatching) return
      isWatching = true
      void look()
    },
    async unwatch() {
      isWatching = false
      clearTimeout(timer)
      await queue
    },
  }
}
