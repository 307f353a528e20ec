// Files that something is made of, at rest. Each belongs to who chose it, and is forgotten after a day.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { ApiError, notFound, type FieldText } from '../../../errors.ts'
import type { Db, Scope, Trx } from '../../../store/database.ts'
import { everywhere, inApp } from '../../../store/scoped.ts'
import type { UnderstoodSheet } from './infer.ts'

const HOURS = 24
const BATCH = 1000
/** A process that works says so more often than this. */
export const GONE_AFTER_SECONDS = 120

const unknown = () => notFound('starter.unknown', 'There is no such file, or it has expired. Choose it again')

const taken = () => new ApiError('starter.taken', 'This file is being worked on, or is done', 409)

export interface Owner extends Scope {
  userId: string
}
export interface Made {
  rows: { name: string; created: number; errors: number }[]
  url: string
  appUrl: string
  isPublished: boolean
}
export interface RowProblem {
  column: string
  text: FieldText
}

export function createSheetStore(db: Db) {
  const byId = everywhere(db, 'a file is worked on by its id; whose it is was asked when it was taken')

  return {
    /** Keeps what was understood, and the rows of a file of lines `[sheet, row, cells]`. What the same person chose before and did not use is forgotten. */
    async add(owner: Owner, fileName: string, sheets: readonly UnderstoodSheet[], rows: string): Promise<string> {
      const id = uuidv7()
      await db.transaction().execute(async trx => {
        await inApp(trx, owner).deleteFrom('sheet_start').where('user_id', '=', owner.userId).where('state', 'in', ['read', 'failed']).execute()
        await inApp(trx, owner)
          .insertInto('sheet_start')
          .values({
            id,
            user_id: owner.userId,
            file_name: fileName.slice(0, 200),
            state: 'read',
            sheets: JSON.stringify(sheets),
            expires_at: new Date(Date.now() + HOURS * 3_600_000),
          })
          .execute()
        let lines: string[] = []
        const flush = async () => {
          if (!lines.length) return
          await sql`insert into sheet_start_row (start_id, sheet, row, cells)
            select ${id}::uuid, (one ->> 0)::int, (one ->> 1)::int, one -> 2 from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) as one`.execute(trx)
          lines = []
        }
        for await (const line of createInterface({ input: createReadStream(rows), crlfDelay: Infinity })) {
          if (!line) continue
          lines.push(line)
          if (lines.length >= BATCH) await flush()
        }
        await flush()
      })
      return id
    },

    async get(owner: Owner, id: string) {
      const row = await inApp(db, owner)
        .selectFrom('sheet_start')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', owner.userId)
        .where('expires_at', '>', new Date())
        .executeTakeFirst()
      if (!row) throw unknown()
      // Whoever worked on it is gone, and with it the transaction: nothing was written.
      const isLost = row.state === 'working' && Date.now() - row.touched_at.getTime() > GONE_AFTER_SECONDS * 1000
      return { ...row, state: isLost ? (row.result ? ('done' as const) : ('failed' as const)) : row.state }
    },

    /** Takes a file to work on it; nobody else can until it is done or whoever took it is gone. */
    async take(owner: Owner, id: string) {
      const row = await inApp(db, owner)
        .updateTable('sheet_start')
        .set({ state: 'working', progress: 0, touched_at: new Date(), reason: null })
        .where('id', '=', id)
        .where('user_id', '=', owner.userId)
        .where('result', 'is', null)
        .where(sql<boolean>`(state in ('read', 'failed') or (state = 'working' and touched_at < now() - ${sql.lit(GONE_AFTER_SECONDS)} * interval '1 second'))`)
        .returning('id')
        .executeTakeFirst()
      if (!row) {
        // Tells who asks for one of somebody else that there is none.
        await this.get(owner, id)
        throw taken()
      }
      await sql`update sheet_start_row set problems = null where start_id = ${id} and problems is not null`.execute(db)
    },

    /** Says how far the work is; on a connection of its own, so that others see it before the work is committed. */
    async touch(id: string, progress: number) {
      await byId.updateTable('sheet_start').set({ progress, touched_at: new Date() }).where('id', '=', id).where('state', '=', 'working').execute()
    },

    /** Says that somebody works on it, or waits to. */
    async beat(id: string) {
      await byId.updateTable('sheet_start').set({ touched_at: new Date() }).where('id', '=', id).where('state', '=', 'working').execute()
    },

    /** What was made, in the transaction that made it: from then on it is not made again. */
    async setResult(id: string, result: Made, on: Trx) {
      const { rows } =
        await sql`update sheet_start set result = ${JSON.stringify(result)}::jsonb where id = ${id} and state = 'working' and result is null returning id`.execute(
          on,
        )
      if (!rows.length) throw taken()
    },

    async finish(id: string, result: Made) {
      await byId
        .updateTable('sheet_start')
        .set({ state: 'done', progress: 100, result: JSON.stringify(result) })
        .where('id', '=', id)
        .execute()
    },

    async fail(id: string, reason: { english: string; values?: Record<string, string | number> } | null) {
      await byId
        .updateTable('sheet_start')
        // What was made stays made, though publishing it failed.
        .set({ state: sql`case when result is null then 'failed' else 'done' end`, progress: 0, reason: reason && JSON.stringify(reason) })
        .where('id', '=', id)
        .where('state', '=', 'working')
        .execute()
    },

    /** The rows of a sheet, some hundred at a time. */
    async *batches(id: string, sheet: number, size: number) {
      for (let after = 0; ;) {
        const rows = await db
          .selectFrom('sheet_start_row')
          .select(['row', 'cells'])
          .where('start_id', '=', id)
          .where('sheet', '=', sheet)
          .where('row', '>', after)
          .orderBy('row')
          .limit(size)
          .execute()
        if (!rows.length) return
        after = rows.at(-1)?.row ?? after
        yield rows.map(({ row, cells }) => ({ row, cells }))
      }
    },

    async keepProblems(id: string, sheet: number, list: readonly { row: number; problems: RowProblem[] }[], on: Trx) {
      if (!list.length) return
      await sql`update sheet_start_row r set problems = next.problems
        from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as next (row int, problems jsonb)
        where r.start_id = ${id} and r.sheet = ${sheet} and r.row = next.row`.execute(on)
    },

    /** Rows that were left out, sheet by sheet. */
    async problems(id: string) {
      const rows = await db
        .selectFrom('sheet_start_row')
        .select(['sheet', 'row', 'cells', 'problems'])
        .where('start_id', '=', id)
        .where('problems', 'is not', null)
        .orderBy('sheet')
        .orderBy('row')
        .execute()
      return rows.map(({ cells, problems, ...row }) => ({ ...row, cells, problems: problems ?? [] }))
    },

    async removeExpired() {
      await byId.deleteFrom('sheet_start').where('expires_at', '<', new Date()).execute()
    },
  }
}
export type SheetStore = ReturnType<typeof createSheetStore>
