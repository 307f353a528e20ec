// Whether an installation has its first organisation and its administrator, or waits for them.
import type { Config } from '../../config.ts'
import type { Db, Trx } from '../../store/database.ts'

/** A hosted service may lose its last organisation and is nobody's for that: there people count as well. */
export async function wasFounded(db: Db | Trx, mode: Config['deployMode']): Promise<boolean> {
  if (await db.selectFrom('company').select('id').limit(1).executeTakeFirst()) return true
  return mode === 'saas' && !!(await db.selectFrom('person').select('id').limit(1).executeTakeFirst())
}
