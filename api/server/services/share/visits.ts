// How often a share is opened: a number per day, and about how many people that were. Who they are is not kept.
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Core } from '../../core.ts'

export interface Visitor {
  ip: string
  agent: string
  userId?: string
}

export function createVisits({ db }: Pick<Core, 'db'>) {
  return {
    /** Counts a visit; the same person, or else the same browser at the same address, is one visitor a day. */
    async count(share: { id: string; unlock_key: Buffer }, { ip, agent, userId }: Visitor) {
      const day = new Date().toISOString().slice(0, 10)
      const visitor = createHmac('sha256', share.unlock_key)
        .update(`${day} ${userId ?? `${ip} ${agent}`}`)
        .digest()
        .subarray(0, 12)
      await sql`
        with gone as (delete from share_visitor where share_id = ${share.id} and day < ${day}::date),
        new as (
          insert into share_visitor (share_id, day, visitor) values (${share.id}, ${day}::date, ${visitor})
          on conflict do nothing returning 1)
        insert into share_day (share_id, day, visits, visitors)
        values (${share.id}, ${day}::date, 1, (select count(*)::int from new))
        on conflict (share_id, day) do update set visits = share_day.visits + 1, visitors = share_day.visitors + excluded.visitors`.execute(db)
    },

    /** The last days, today first; days without a visit are left out. */
    async perDay(shareId: string, days: number) {
      return db
        .selectFrom('share_day')
        .select(['day', 'visits', 'visitors'])
        .where('share_id', '=', shareId)
        .where('day', '>', sql<string>`(now() at time zone 'utc')::date - ${days}::int`)
        .orderBy('day', 'desc')
        .limit(days)
        .execute()
    },
  }
}
