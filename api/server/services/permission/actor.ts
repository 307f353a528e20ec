// Changes of roles and permissions: in one transaction, with the name of who made them. The database writes down what was changed.
import { sql } from 'kysely'
import type { Db, Trx } from '../../store/database.ts'

/** Work that changes roles, their members or permissions; all of it becomes one version of the app's permissions. */
export function asActor<T>(db: Db, userId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async trx => {
    await nameActor(trx, userId)
    return work(trx)
  })
}

/** Says in a transaction that is under way whose changes these are. */
export const nameActor = (trx: Trx, userId: string) => sql`select set_config('tessera.actor', ${userId}, true)`.execute(trx)
