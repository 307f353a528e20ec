// Plans at rest: the rows of a file and what each would do. A plan belongs to who made it, and its rows are forgotten after a day; that it was
// written, by whom and with what result is kept longer, for the whole organisation.
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { ApiError, notFound } from '../../../errors.ts'
import type { Db, Trx } from '../../../store/database.ts'
import type { Tables } from '../../../store/tables.ts'
import { cappedTotal, TOTAL_CAP } from '../../../store/paging.ts'
import type { Planned, ReadRows } from './import-task.ts'
import type { Action, GivenRow, Outcome } from './types.ts'
import { everywhere, inCompany } from '../../../store/scoped.ts'

const HOURS = 24
/** How long the organisation keeps what was imported, without its rows. */
const HISTORY_DAYS = 90
/** A process that works says so more often than this. */
const GONE_AFTER_SECONDS = 120

export interface Owner {
  companyId: string
  userId: string
}

export interface RowFilter {
  action?: Action
  page: number
  perPage: number
}

const unknown = () => notFound('org.importUnknown', 'There is no such import, or it has expired. Choose the file again')

async function keepRows(id: string, { kept }: Planned, trx: Trx) {
  await trx.deleteFrom('directory_import_row').where('import_id', '=', id).execute()
  for (const piece of kept)
    await sql`
      insert into directory_import_row (import_id, n, kind, row, given, action, outcome)
      select ${id}::uuid, n, kind, row, given, action, outcome
      from jsonb_to_recordset(${piece}::jsonb) as each (n int, kind text, row int, given jsonb, action text, outcome jsonb)`.execute(trx)
}

/** Whoever worked on it may be gone, and with it the transaction: nothing was written. */
function known<Row extends { state: Tables['directory_import']['state']; touched_at: Date }>(row: Row) {
  const isLost = row.state === 'working' && Date.now() - row.touched_at.getTime() > GONE_AFTER_SECONDS * 1000
  return { ...row, state: isLost ? ('failed' as const) : row.state }
}

export function createImportStore(db: Db) {
  const byId = (on: Db | Trx = db) => everywhere(on, 'an import is worked on by its id; whose it is was asked when it was taken')
  const mine = (owner: Owner, id: string, on: Db | Trx = db) =>
    inCompany(on, owner.companyId)
      .selectFrom('directory_import')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .where('expires_at', '>', new Date())

  return {
    /** Keeps a new plan; what the same person planned before and did not confirm is forgotten. */
    async add(owner: Owner, fileName: string, plan: Planned): Promise<string> {
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        await inCompany(trx, owner.companyId)
          .deleteFrom('directory_import')
          .where('user_id', '=', owner.userId)
          .where('state', 'in', ['planned', 'failed'])
          .execute()
        await inCompany(trx, owner.companyId)
          .insertInto('directory_import')
          .values({
            id,
            user_id: owner.userId,
            file_name: fileName,
            state: 'planned',
            counts: JSON.stringify(plan.counts),
            plan_hash: Buffer.from(plan.hash, 'hex'),
            expires_at: new Date(Date.now() + HOURS * 3_600_000),
          })
          .execute()
        await keepRows(id, plan, trx)
      })
      return id
    },

    /** Puts a plan made anew in the place of the old one, to be looked at again. */
    async renew(id: string, plan: Planned) {
      await db.transaction().execute(async trx => {
        await keepRows(id, plan, trx)
        await byId(trx)
          .updateTable('directory_import')
          .set({ state: 'planned', progress: 0, is_renewed: true, counts: JSON.stringify(plan.counts), plan_hash: Buffer.from(plan.hash, 'hex') })
          .where('id', '=', id)
          .execute()
      })
    },

    async get(owner: Owner, id: string) {
      const row = await mine(owner, id).executeTakeFirst()
      if (!row) throw unknown()
      return known(row)
    },

    /** What was confirmed in an organisation, the newest first. */
    async list(companyId: string, { page, perPage }: { page: number; perPage: number }) {
      const rows = inCompany(db, companyId).selectFrom('directory_import').where('state', '<>', 'planned')
      const [items, total] = await Promise.all([
        rows
          .innerJoin('person', 'person.id', 'directory_import.user_id')
          .selectAll('directory_import')
          .select('person.name as startedBy')
          .orderBy('directory_import.created_at', 'desc')
          .orderBy('directory_import.id', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('id').limit(TOTAL_CAP + 1)),
      ])
      return { items: items.map(known), ...total }
    },

    /** The import that is being written in an organisation, if there is one. */
    running: (companyId: string) =>
      inCompany(db, companyId)
        .selectFrom('directory_import')
        .innerJoin('person', 'person.id', 'directory_import.user_id')
        .select(['directory_import.id', 'file_name as fileName', 'progress', 'person.name as startedBy'])
        .where('state', '=', 'working')
        .where(sql<boolean>`touched_at > now() - ${GONE_AFTER_SECONDS} * interval '1 second'`)
        .orderBy('directory_import.id')
        .executeTakeFirst(),

    /** Takes a plan to work on it; nobody else can until it is done or whoever took it is gone. */
    async take(owner: Owner, id: string) {
      const taken = await inCompany(db, owner.companyId)
        .updateTable('directory_import')
        .set({ state: 'working', progress: 0, touched_at: new Date(), is_renewed: false })
        .where('id', '=', id)
        .where('user_id', '=', owner.userId)
        .where('expires_at', '>', new Date())
        .where(sql<boolean>`(state in ('planned', 'failed') or (state = 'working' and touched_at < now() - ${GONE_AFTER_SECONDS} * interval '1 second'))`)
        .returning(['plan_hash', 'counts'])
        .executeTakeFirst()
      if (taken) return taken
      if (await mine(owner, id).executeTakeFirst()) throw new ApiError('org.importTaken', 'This import was confirmed already', 409)
      throw unknown()
    },

    /** Says how far the work is; on a connection of its own, so that others see it before the work is committed. */
    async touch(id: string, progress: number) {
      await byId().updateTable('directory_import').set({ progress, touched_at: new Date() }).where('id', '=', id).execute()
    },

    /** Ends the work in the transaction that did it; false when it was ended by somebody else. */
    async finish(id: string, result: Record<string, number>, trx: Trx): Promise<boolean> {
      const row = await byId(trx)
        .updateTable('directory_import')
        .set({ state: 'done', progress: 100, touched_at: new Date(), result: JSON.stringify(result) })
        .where('id', '=', id)
        .where('state', '=', 'working')
        .returning('id')
        .executeTakeFirst()
      return !!row
    },

    async fail(id: string) {
      await byId().updateTable('directory_import').set({ state: 'failed', progress: 0 }).where('id', '=', id).where('state', '=', 'working').execute()
    },

    async remove(owner: Owner, id: string) {
      const gone = await inCompany(db, owner.companyId)
        .deleteFrom('directory_import')
        .where('id', '=', id)
        .where('user_id', '=', owner.userId)
        .where('state', 'in', ['planned', 'failed'])
        .returning('id')
        .executeTakeFirst()
      if (gone) return
      if (await mine(owner, id).executeTakeFirst()) throw new ApiError('org.importTaken', 'This import was confirmed already', 409)
      throw unknown()
    },

    /** All rows as they were read. */
    async given(id: string, on: Db | Trx): Promise<ReadRows> {
      const { rows } = await sql<ReadRows>`
        with given as materialized (select n, kind, row, given from directory_import_row where import_id = ${id})
        select (select coalesce(json_agg(json_build_object('kind', kind, 'row', row, 'values', given -> 'values', 'problems', given -> 'problems') order by n), '[]')
            from given)::text as rows,
          (select coalesce(json_agg(distinct word), '[]') from given,
            unnest(array[given #>> '{values,email}', given #>> '{values,username}', given #>> '{values,manager}']) as word where word <> '')::text as words`.execute(
        on,
      )
      return rows[0] as ReadRows
    },

    async page(id: string, { action, page, perPage }: RowFilter) {
      let rows = db.selectFrom('directory_import_row').where('import_id', '=', id)
      if (action) rows = rows.where('action', '=', action)
      const items = await rows
        .select(['n', 'kind', 'row', 'action', 'given', 'outcome'])
        .orderBy('n')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute()
      return items.map(({ given, outcome, ...row }) => ({
        ...row,
        given: given as Pick<GivenRow, 'values' | 'problems'>,
        outcome: outcome as Omit<Outcome, 'action'>,
      }))
    },

    /** Rows with errors, with all that is wrong in them. */
    async errors(id: string): Promise<GivenRow[]> {
      const rows = await db
        .selectFrom('directory_import_row')
        .select(['kind', 'row', 'given', 'outcome'])
        .where('import_id', '=', id)
        .where('action', '=', 'error')
        .orderBy('n')
        .execute()
      return rows.map(({ kind, row, given, outcome }) => ({
        kind,
        row,
        values: (given as GivenRow).values,
        problems: (outcome as Outcome).problems,
      }))
    },

    async removeExpired() {
      const now = new Date()
      await byId()
        .deleteFrom('directory_import')
        .where('expires_at', '<', now)
        .where(eb => eb.or([eb('state', '<>', 'done'), eb('created_at', '<', new Date(now.getTime() - HISTORY_DAYS * 86_400_000))]))
        .execute()
      await db
        .deleteFrom('directory_import_row')
        .where('import_id', 'in', byId().selectFrom('directory_import').select('id').where('expires_at', '<', now))
        .execute()
    },
  }
}
