// Values the installation keeps for itself, by key.
import type { Core } from '../../core.ts'
import type { Db, Trx } from '../../store/database.ts'

export function createSettings({ db }: Pick<Core, 'db'>) {
  return {
    async get<T>(key: string): Promise<T | undefined> {
      const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
      return row?.value as T | undefined
    },
    async set(key: string, value: unknown, on: Db | Trx = db) {
      const row = { key, value: JSON.stringify(value), updated_at: new Date() }
      await on
        .insertInto('setting')
        .values(row)
        .onConflict(conflict => conflict.column('key').doUpdateSet(row))
        .execute()
    },
  }
}
