// Saved versions of a page.
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import type { Schema } from '../foundation/contents.ts'
import { checkBase, lockPage, node } from './rows.ts'
import { inApp } from '../../store/scoped.ts'

/** Adds a version row and makes it the page's content. */
export async function addVersion(
  scope: Scope,
  row: { id: string; version: number; name: string },
  hash: Buffer,
  by: { userId: string; note: string },
  trx: Trx,
): Promise<number> {
  const version = row.version + 1
  await inApp(trx, scope)
    .insertInto('page_version')
    .values({
      page_id: row.id,
      version,
      name: row.name,
      body_hash: hash,
      note: by.note,
      created_by: by.userId,
    })
    .execute()
  await inApp(trx, scope).deleteFrom('page_draft').where('page_id', '=', row.id).where('by', '=', by.userId).execute()
  return version
}

const versionOf = (row: { version: number; name: string; note: string; created_at: Date; by_name: string | null }) => ({
  version: row.version,
  name: row.name,
  note: row.note,
  createdAt: row.created_at.toISOString(),
  createdBy: row.by_name ?? '',
})

export function createPageVersions({ db }: Pick<Core, 'db'>) {
  function versions(scope: Scope, id: string) {
    return inApp(db, scope).selectFrom('page_version').leftJoin('person', 'person.id', 'page_version.created_by').where('page_version.page_id', '=', id)
  }

  return {
    async listVersions(scope: Scope, id: string, { page, perPage }: { page: number; perPage: number }) {
      await node(scope, id, db)
      const all = versions(scope, id)
      const [rows, { total }] = await Promise.all([
        all
          .select(['page_version.version', 'page_version.name', 'note', 'page_version.created_at', 'person.name as by_name'])
          .orderBy('page_version.version', 'desc')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        all.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { items: rows.map(versionOf), total, page, perPage }
    },

    async getVersion(scope: Scope, id: string, version: number) {
      await node(scope, id, db)
      const row = await versions(scope, id)
        .innerJoin('body', join => join.onRef('body.company_id', '=', 'page_version.company_id').onRef('body.hash', '=', 'page_version.body_hash'))
        .select(['page_version.version', 'page_version.name', 'note', 'page_version.created_at', 'person.name as by_name', 'body.content'])
        .where('page_version.version', '=', version)
        .executeTakeFirst()
      if (!row) throw notFound('page.versionUnknown', 'There is no such version')
      return { ...versionOf(row), schema: JSON.parse(row.content) as Schema }
    },

    /** Makes the content of an older version the newest version. */
    async restoreVersion(scope: Scope, userId: string, id: string, version: number, { note, baseVersion }: { note: string; baseVersion?: number }) {
      return db.transaction().execute(async trx => {
        const row = await lockPage(scope, id, trx)
        await checkBase(row, baseVersion, trx)
        const old = await inApp(trx, scope)
          .selectFrom('page_version')
          .select('body_hash')
          .where('page_id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst()
        if (!old) throw notFound('page.versionUnknown', 'There is no such version')
        const next = await addVersion(scope, row, old.body_hash, { userId, note }, trx)
        await inApp(trx, scope)
          .updateTable('page')
          .set({ version: next, body_hash: old.body_hash, updated_at: new Date(), updated_by: userId })
          .where('id', '=', id)
          .execute()
        return node(scope, id, trx)
      })
    },
  }
}
