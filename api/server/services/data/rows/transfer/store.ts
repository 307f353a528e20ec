// Imports at rest: the rows of a file and what each would do. An import belongs to who made it, and is forgotten after a day.
import { sql, type QueryExecutorProvider } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { ApiError, notFound, type FieldText } from '../../../../errors.ts'
import type { Db } from '../../../../store/database.ts'
import { GONE_AFTER_SECONDS, isOf, type Owner, type Reason } from '../own-work.ts'
import type { ReadFile } from './read-task.ts'
import { ACTIONS, type Action, type Choices, type Counts, type GivenRow, type Outcome } from './types.ts'
import { everywhere, inApp } from '../../../../store/scoped.ts'

const HOURS = 24
const BATCH = 1000
const WORKED_ON = ['checking', 'working'] as const

/** Imports that are listed. */
const MOST_LISTED = 20

const unknown = () => notFound('data.importUnknown', 'There is no such import, or it has expired. Choose the file again')
const taken = () => new ApiError('data.importTaken', 'This import is being worked on, or is done', 409)

/** Whoever worked on it may be gone, and with it the transaction: nothing was written. */
const asItIs = <Row extends { state: string; touched_at: Date }>(row: Row) => {
  const isLost = (row.state === 'checking' || row.state === 'working') && Date.now() - row.touched_at.getTime() > GONE_AFTER_SECONDS * 1000
  return { ...row, state: (isLost ? 'failed' : row.state) as Row['state'] }
}

export function createImportStore(db: Db) {
  const byId = everywhere(db, 'an import is worked on by its id; whose it is was asked when it was taken')
  const mine = (owner: Owner, id: string) => inApp(db, owner).selectFrom('data_import').selectAll().where(isOf(owner, id))
  const isFree = sql<boolean>`(state in ('read', 'planned', 'failed') or (state in ('checking', 'working') and touched_at < now() - ${sql.lit(GONE_AFTER_SECONDS)} * interval '1 second'))`

  return {
    /** Keeps the rows of a file, which come as JSON texts of many rows; what the same person read for the same model and did not write is forgotten. */
    async add(owner: Owner, fileName: string, { headers, samples, count }: ReadFile, choices: Choices, texts: AsyncIterable<string>): Promise<string> {
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        await inApp(trx, owner)
          .deleteFrom('data_import')
          .where('tag', '=', owner.tag)
          .where('model_id', '=', owner.modelId)
          .where('user_id', '=', owner.userId)
          .where('state', 'in', ['read', 'planned', 'failed'])
          .execute()
        await inApp(trx, owner)
          .insertInto('data_import')
          .values({
            id,
            tag: owner.tag,
            model_id: owner.modelId,
            user_id: owner.userId,
            file_name: fileName,
            state: 'read',
            columns: JSON.stringify(headers.map((name, at) => ({ name, sample: samples[at] ?? [] }))),
            row_count: count,
            mode: choices.mode,
            key_field: choices.keyField,
            fields: JSON.stringify(choices.fields),
            expires_at: new Date(Date.now() + HOURS * 3_600_000),
          })
          .execute()
        for await (const text of texts)
          await sql`
            insert into data_import_row (import_id, n, row, cells)
            select ${id}::uuid, n, row, cells from jsonb_to_recordset(${text}::jsonb) as each (n int, row int, cells jsonb)`.execute(trx)
      })
      return id
    },

    async get(owner: Owner, id: string) {
      const row = await mine(owner, id).executeTakeFirst()
      if (!row) throw unknown()
      return asItIs(row)
    },

    /** Imports of a person into a model that are not forgotten yet, the newest first. */
    async list({ tag, modelId, userId, ...scope }: Owner) {
      const rows = await inApp(db, scope)
        .selectFrom('data_import')
        .selectAll()
        .where('tag', '=', tag)
        .where('model_id', '=', modelId)
        .where('user_id', '=', userId)
        .where('expires_at', '>', new Date())
        .orderBy('expires_at', 'desc')
        .limit(MOST_LISTED)
        .execute()
      return rows.map(row => ({ ...asItIs(row), startedAt: new Date(row.expires_at.getTime() - HOURS * 3_600_000) }))
    },

    /** Takes an import to work on it; nobody else can until it is done or whoever took it is gone. */
    async take(owner: Owner, id: string, state: 'checking' | 'working', choices?: Choices) {
      await this.get(owner, id)
      const row = await inApp(db, owner)
        .updateTable('data_import')
        .set({
          state,
          progress: 0,
          touched_at: new Date(),
          reason: null,
          ...(choices && { mode: choices.mode, key_field: choices.keyField, fields: JSON.stringify(choices.fields), is_renewed: false, counts: null }),
        })
        .where('id', '=', id)
        .where(isFree)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw taken()
    },

    /** Says how far the work is; on a connection of its own, so that others see it before the work is committed. */
    async touch(id: string, progress: number) {
      await byId.updateTable('data_import').set({ progress, touched_at: new Date() }).where('id', '=', id).where('state', 'in', WORKED_ON).execute()
    },

    /** Says that somebody works on it, or waits to. */
    async beat(id: string) {
      await byId.updateTable('data_import').set({ touched_at: new Date() }).where('id', '=', id).where('state', 'in', WORKED_ON).execute()
    },

    /** Refused when somebody else has ended it. */
    async isWorking(id: string) {
      const row = await byId.selectFrom('data_import').select('id').where('id', '=', id).where('state', '=', 'working').executeTakeFirst()
      if (!row) throw taken()
    },

    /** The rows of an import, some hundred at a time, with what was found out about them. */
    async *batches(id: string, size: number) {
      for (let next = 0; ; next += size) {
        const rows = await db
          .selectFrom('data_import_row')
          .select(['n', 'row', 'cells', 'action'])
          .where('import_id', '=', id)
          .where('n', '>=', next)
          .where('n', '<', next + size)
          .orderBy('n')
          .execute()
        if (!rows.length) return
        yield rows
      }
    },

    async keep(id: string, rows: readonly (GivenRow & Outcome)[]) {
      const list = rows.map(({ n, action, changes, problems }) => ({ n, action, outcome: { changes, problems } }))
      await sql`
        update data_import_row r set action = next.action, outcome = next.outcome
        from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as next (n int, action text, outcome jsonb)
        where r.import_id = ${id} and r.n = next.n`.execute(db)
    },

    /** Ends the check: what was found out can be looked at. */
    async planned(id: string, isRenewed: boolean) {
      const rows = await db
        .selectFrom('data_import_row')
        .select(eb => ['action', eb.fn.countAll<number>().as('count')])
        .where('import_id', '=', id)
        .groupBy('action')
        .execute()
      const counts = Object.fromEntries(ACTIONS.map(action => [action, Number(rows.find(row => row.action === action)?.count ?? 0)])) as Counts
      const row = await byId
        .updateTable('data_import')
        .set({ state: 'planned', progress: 100, counts: JSON.stringify(counts), is_renewed: isRenewed })
        .where('id', '=', id)
        .where('state', 'in', WORKED_ON)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw taken()
    },

    /** Ends the work, in the transaction that did it where that is in our database; refused, and so undone, when somebody else has ended it. */
    async finish(id: string, result: { created: number; changed: number }, on: QueryExecutorProvider) {
      const { rows } =
        await sql`update data_import set state = 'done', progress = 100, result = ${JSON.stringify(result)}::jsonb where id = ${id} and state = 'working' returning id`.execute(
          on,
        )
      if (!rows.length) throw taken()
    },

    async fail(id: string, reason: Reason | null) {
      await byId
        .updateTable('data_import')
        .set({ state: 'failed', progress: 0, reason: reason && JSON.stringify(reason) })
        .where('id', '=', id)
        // What somebody else has ended is not undone by this.
        .where('state', 'in', WORKED_ON)
        .execute()
    },

    async remove(owner: Owner, id: string) {
      await this.get(owner, id)
      const gone = await inApp(db, owner).deleteFrom('data_import').where('id', '=', id).where(isFree).returning('id').executeTakeFirst()
      if (!gone) throw taken()
    },

    async page(id: string, { action, page, perPage }: { action?: Action; page: number; perPage: number }) {
      let rows = db.selectFrom('data_import_row').where('import_id', '=', id)
      if (action) rows = rows.where('action', '=', action)
      const items = await rows
        .select(['n', 'row', 'cells', 'action', 'outcome'])
        .orderBy('n')
        .limit(perPage)
        .offset((page - 1) * perPage)
        .execute()
      return items.map(({ outcome, ...row }) => ({ ...row, outcome: outcome as Omit<Outcome, 'action'> | null }))
    },

    /** Rows with errors, as they are asked for. */
    async *errors(id: string): AsyncGenerator<{ row: number; cells: string[]; problems: { field: string; text: FieldText }[] }> {
      for (let after = -1; ;) {
        const rows = await db
          .selectFrom('data_import_row')
          .select(['n', 'row', 'cells', 'outcome'])
          .where('import_id', '=', id)
          .where('action', '=', 'error')
          .where('n', '>', after)
          .orderBy('n')
          .limit(BATCH)
          .execute()
        for (const { row, cells, outcome } of rows) yield { row, cells, problems: (outcome as Outcome).problems }
        after = rows.at(-1)?.n ?? after
        if (rows.length < BATCH) return
      }
    },

    async removeExpired() {
      await byId.deleteFrom('data_import').where('expires_at', '<', new Date()).execute()
    },
  }
}
