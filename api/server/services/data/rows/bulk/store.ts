// Changes of all rows that match and their undoing, at rest: how far each is, why it stopped, what it came to. Each belongs to who started it, and is forgotten after a day.
import { sql, type Insertable, type QueryExecutorProvider } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { ApiError, notFound } from '../../../../errors.ts'
import type { Db } from '../../../../store/database.ts'
import type { RowBulkResult } from '../../../../store/columns.ts'
import type { Tables } from '../../../../store/tables.ts'
import { isOf, type Owner, type Reason } from '../own-work.ts'
import type { Row } from '../input.ts'
import { everywhere, inApp } from '../../../../store/scoped.ts'

const HOURS = 24
/** Whoever works says so six times as often. */
export const LOST_AFTER_SECONDS = 60
/** Taking a change back is begun so often without anybody asking for it anew. */
const MOST_ATTEMPTS = 3

export interface Wanted {
  filter: string
  keywords: string
  /** What is put into the rows; without it they are deleted. */
  values: Row | null
  /** Rows that were shown. */
  count: number
}
/** Somebody's work whose process is gone. */
export interface Lost {
  id: string
  user_id: string
  company_key: string
  app_key: string
  tag: string
  source_key: string
  model_key: string
  change_id: string
}
const lostBefore = () => new Date(Date.now() - LOST_AFTER_SECONDS * 1000)
const undoing = () => new ApiError('data.undoing', 'This change is being taken back right now', 409)
const isClaimed = (error: unknown) => (error as { constraint?: string }).constraint === 'row_bulk_undoing'

export function createBulkStore(db: Db) {
  const byId = everywhere(db, 'work goes on by its id in whatever process picks it up; whose it is was asked when it began')
  /** Lets go of a change that somebody else claimed whose process is gone. */
  const release = (changeId: string) =>
    byId
      .updateTable('row_bulk')
      .set({ state: 'failed', progress: 0, reason: null })
      .where('change_id', '=', changeId)
      .where('state', '=', 'working')
      .where('touched_at', '<', lostBefore())
      .execute()
  const find = (owner: Owner, id: string) => inApp(db, owner).selectFrom('row_bulk').selectAll().where(isOf(owner, id)).executeTakeFirst()

  async function begin(owner: Owner, work: Pick<Insertable<Tables['row_bulk']>, 'filter' | 'keywords' | 'row_values' | 'row_count' | 'change_id'>) {
    const id = uuidv7()
    await inApp(db, owner)
      .insertInto('row_bulk')
      .values({
        ...work,
        id,
        tag: owner.tag,
        model_id: owner.modelId,
        user_id: owner.userId,
        state: 'working',
        expires_at: new Date(Date.now() + HOURS * 3_600_000),
      })
      .execute()
    return id
  }

  return {
    add: (owner: Owner, { filter, keywords, values, count }: Wanted): Promise<string> =>
      begin(owner, { filter, keywords, row_values: values && JSON.stringify(values), row_count: count }),

    /** Claims a change, to take it back; refused while somebody else does. */
    async addUndo(owner: Owner, { changeId, count }: { changeId: string; count: number }): Promise<string> {
      await release(changeId)
      return begin(owner, { filter: '', keywords: '', row_values: null, row_count: count, change_id: changeId }).catch((error: unknown) => {
        throw isClaimed(error) ? undoing() : error
      })
    },

    /** How far the undoing of these changes is, of those that somebody works on. */
    async undoing(changeIds: readonly string[]): Promise<Map<string, number>> {
      if (!changeIds.length) return new Map()
      const rows = await byId
        .selectFrom('row_bulk')
        .select(['change_id', 'progress'])
        .where('change_id', 'in', changeIds)
        .where('state', '=', 'working')
        .where(sql<boolean>`(touched_at > ${lostBefore()} or attempts < ${sql.lit(MOST_ATTEMPTS)})`)
        .execute()
      return new Map(rows.map(row => [row.change_id as string, row.progress]))
    },

    /** Undoing beside an external database is written down under this. */
    async begun(id: string, undoId: string) {
      await byId.updateTable('row_bulk').set({ undo_id: undoId }).where('id', '=', id).execute()
    },

    /** What was written down of attempts to take a change back that were stopped before they could say how they ended. */
    async unsettled(changeId: string): Promise<string[]> {
      const rows = await byId.selectFrom('row_bulk').select('undo_id').where('change_id', '=', changeId).where('undo_id', 'is not', null).execute()
      return rows.map(row => row.undo_id as string)
    },

    /** Takes over undoing whose process is gone. */
    async lost(): Promise<Lost[]> {
      const { rows } = await sql<Lost>`
        with mine as (
          update row_bulk set touched_at = now(), progress = 0, attempts = attempts + 1
          where state = 'working' and change_id is not null and touched_at < ${lostBefore()} and attempts < ${sql.lit(MOST_ATTEMPTS)}
          returning *)
        select mine.id, mine.user_id, c.key as company_key, a.key as app_key, mine.tag, s.key as source_key, d.key as model_key, mine.change_id
        from mine
        join company c on c.id = mine.company_id
        join app a on a.id = mine.app_id
        join data_applied d on d.model_id = mine.model_id and d.tag = mine.tag
        join data_source s on s.id = d.source_id`.execute(db)
      return rows
    },

    /** Forgets what came to nothing, unless nobody knows whether it did. */
    async forget(id: string) {
      const gone = await byId.deleteFrom('row_bulk').where('id', '=', id).where('undo_id', 'is', null).returning('id').executeTakeFirst()
      if (!gone) await this.fail(id, null)
    },

    async get(owner: Owner, id: string) {
      const row = await find(owner, id)
      if (!row) throw notFound('data.bulkUnknown', 'There is no such change, or it is older than a day')
      // Whoever worked on it is gone, and with it the transaction: nothing was written. Undoing is picked up by itself.
      const isLost = row.state === 'working' && row.touched_at < lostBefore() && !(row.change_id && row.attempts < MOST_ATTEMPTS)
      return { ...row, state: isLost ? ('failed' as const) : row.state }
    },

    /** Takes one that failed to work on it again; nobody else can until it is done or whoever took it is gone. */
    async take(owner: Owner, id: string) {
      const row = await this.get(owner, id)
      if (row.state === 'failed' && row.change_id) await release(row.change_id)
      const taken =
        row.state === 'failed' &&
        (await inApp(db, owner)
          .updateTable('row_bulk')
          .set({ state: 'working', progress: 0, attempts: 1, touched_at: new Date(), reason: null })
          .where('id', '=', id)
          .where(sql<boolean>`(state = 'failed' or (state = 'working' and touched_at < ${lostBefore()}))`)
          .returning('id')
          .executeTakeFirst()
          .catch((error: unknown) => {
            throw isClaimed(error) ? undoing() : error
          }))
      if (!taken) throw new ApiError('data.bulkTaken', 'This change is being worked on, or is done', 409)
      return row
    },

    /** Says how far the work is; on a connection of its own, so that others see it before the work is committed. */
    async touch(id: string, progress: number) {
      await byId.updateTable('row_bulk').set({ progress, touched_at: new Date() }).where('id', '=', id).execute()
    },

    /** Says that somebody works on it. */
    async beat(id: string) {
      await byId.updateTable('row_bulk').set({ touched_at: new Date() }).where('id', '=', id).where('state', '=', 'working').execute()
    },

    /** Ends the work, in the transaction that did it where that is in our database. */
    async finish(id: string, result: RowBulkResult, on: QueryExecutorProvider) {
      await sql`update row_bulk set state = 'done', progress = 100, undo_id = null, result = ${JSON.stringify(result)}::jsonb where id = ${id}`.execute(on)
    },

    async fail(id: string, reason: Reason | null) {
      await byId
        .updateTable('row_bulk')
        .set({ state: 'failed', progress: 0, reason: reason && JSON.stringify(reason) })
        .where('id', '=', id)
        // Whoever was taken for gone and finished is not stopped by who took over.
        .where('state', '=', 'working')
        .execute()
    },

    async removeExpired() {
      await byId.deleteFrom('row_bulk').where('expires_at', '<', new Date()).execute()
    },
  }
}

export type BulkStore = ReturnType<typeof createBulkStore>
