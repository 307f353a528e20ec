// Times of triggers: each plan has its next moment in a row, which whatever process comes first takes; what passed while none ran fires once.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import type { DataScope } from '../data/index.ts'
import { inApp } from '../../store/scoped.ts'
import type { ActiveTrigger, Outbox } from './outbox.ts'
import { DEFAULT_ZONE, timesAfter } from './times.ts'

const AT_ONCE = 50
/** Missed times that are counted. */
const MOST_MISSED = 1000

interface Due extends DataScope {
  triggerId: string
}
const planOf = ({ definition: { event, cron = '', zone } }: ActiveTrigger) => (event === 'time' ? `${cron} ${zone || DEFAULT_ZONE}` : '')
const nextOf = ({ definition: { cron = '', zone } }: ActiveTrigger, from: Date, count = 1) => timesAfter(cron, zone || DEFAULT_ZONE, from, count)

export function createClock({ db }: Pick<Core, 'db'>, outbox: Outbox) {
  /** What an environment runs now has its next moments; those of plans that did not change stay. */
  async function arrange(scope: DataScope, now: Date) {
    const { all } = await outbox.active(scope)
    const rows = await inApp(db, scope).selectFrom('trigger_switch').select(['trigger_id', 'plan']).where('tag', '=', scope.tag).execute()
    const byId = new Map(all.map(one => [one.id, one]))
    for (const { trigger_id: id, plan } of rows) {
      const one = byId.get(id)
      const wanted = one ? planOf(one) : ''
      if (wanted === plan) continue
      await inApp(db, scope)
        .updateTable('trigger_switch')
        .set({ plan: wanted, next_at: one && wanted ? (nextOf(one, now)[0] ?? null) : null })
        .where('tag', '=', scope.tag)
        .where('trigger_id', '=', id)
        .execute()
    }
  }

  async function fire(due: Due, now: Date) {
    const { triggerId, ...scope } = due
    // Known before the lock is held.
    const one = (await outbox.active(scope)).all.find(({ id }) => id === triggerId)
    await db.transaction().execute(async trx => {
      const row = await inApp(trx, scope)
        .selectFrom('trigger_switch')
        .select(['next_at', 'plan'])
        .where('tag', '=', scope.tag)
        .where('trigger_id', '=', triggerId)
        .where('enabled', '=', true)
        .where('next_at', '<=', now)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!row?.next_at) return
      const wanted = one ? planOf(one) : ''
      const later = one && wanted ? nextOf(one, now)[0] : undefined
      await inApp(trx, scope)
        .updateTable('trigger_switch')
        .set({ plan: wanted, next_at: later ?? null })
        .where('tag', '=', scope.tag)
        .where('trigger_id', '=', triggerId)
        .execute()
      // Another plan was published meanwhile: this moment is none of it.
      if (!one || wanted !== row.plan) return
      const passed = [row.next_at, ...nextOf(one, row.next_at, MOST_MISSED)].filter(at => at <= now)
      const time = { at: (passed.at(-1) ?? row.next_at).toISOString(), missed: passed.length - 1 }
      await outbox.add(scope, { kind: 'time', input: { time }, triggers: [one], origin: { triggers: [] }, by: null }, trx)
    })
  }

  return {
    arrange,
    /** Plans of all that is enabled, such as after a start. */
    async arrangeAll(now: Date, at: { appId?: string; tag?: string } = {}) {
      const { rows } = await sql<DataScope>`
        select distinct company_id as "companyId", app_id as "appId", tag from trigger_switch where enabled
          and (${at.appId ?? null}::uuid is null or app_id = ${at.appId ?? null}::uuid) and (${at.tag ?? null}::text is null or tag = ${at.tag ?? null})`.execute(
        db,
      )
      for (const scope of rows) await arrange(scope, now)
    },
    /** Fires what is due, each moment once. */
    async tick(now: Date) {
      const { rows } = await sql<Due>`
        select company_id as "companyId", app_id as "appId", tag, trigger_id as "triggerId" from trigger_switch
        where enabled and next_at <= ${now}::timestamptz order by next_at limit ${AT_ONCE}`.execute(db)
      for (const due of rows) await fire(due, now)
    },
  }
}
