// Rate limits that hold across processes: a counter per key and minute in the database.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'

export function createLimits({ db }: Pick<Core, 'db'>) {
  return {
    /** Counts a hit; true while `key` stays within `max` hits a window. */
    async hit(key: string, max: number, windowSeconds = 60): Promise<boolean> {
      const start = new Date(Math.floor(Date.now() / (windowSeconds * 1000)) * windowSeconds * 1000)
      const row = await db
        .insertInto('rate')
        .values({ key, window_start: start, hits: 1 })
        .onConflict(conflict => conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`rate.hits + 1` }))
        .returning('hits')
        .executeTakeFirstOrThrow()
      return row.hits <= max
    },

    async removeOld() {
      await db
        .deleteFrom('rate')
        .where('window_start', '<', new Date(Date.now() - 86_400_000))
        .execute()
    },
  }
}
