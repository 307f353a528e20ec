// Unsaved work on a page.
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Scope, Trx } from '../../store/database.ts'
import { bodyOf, type Schema } from '../foundation/contents.ts'
import { checkBase, lockPage, nameOf } from './rows.ts'
import { inApp } from '../../store/scoped.ts'

async function checkDraftOwner(scope: Scope, id: string, userId: string, force: boolean | undefined, trx: Trx) {
  const draft = await inApp(trx, scope).selectFrom('page_draft').select(['by', 'at']).where('page_id', '=', id).executeTakeFirst()
  if (!draft || draft.by === userId || force) return
  const name = await nameOf(draft.by, trx)
  throw new ApiError('page.draftByOther', '{name} has unsaved work on this page', 409, { values: { name }, data: { by: name, at: draft.at.toISOString() } })
}

export function createPageDrafts({ db }: Pick<Core, 'db'>) {
  return {
    /** Keeps unsaved work; a draft equal to what is saved is no draft. */
    async saveDraft(scope: Scope, userId: string, id: string, draft: { schema: Schema; baseVersion: number; force?: boolean }) {
      const body = bodyOf(draft.schema)
      return db.transaction().execute(async trx => {
        const row = await lockPage(scope, id, trx)
        if (row.kind !== 'page') throw fieldError('page.noSchema', 'schema', 'Only a page has a schema')
        await checkBase(row, draft.baseVersion, trx)
        await checkDraftOwner(scope, id, userId, draft.force, trx)
        const at = new Date()
        const hasDraft = !row.body_hash?.equals(body.hash)
        if (hasDraft) {
          const values = { base_version: draft.baseVersion, content: body.text, by: userId, at }
          await inApp(trx, scope)
            .insertInto('page_draft')
            .values({ ...values, page_id: id })
            .onConflict(conflict => conflict.column('page_id').doUpdateSet(values))
            .execute()
        } else await inApp(trx, scope).deleteFrom('page_draft').where('page_id', '=', id).execute()
        return { hasDraft, at: at.toISOString() }
      })
    },

    async discardDraft(scope: Scope, userId: string, id: string, force: boolean): Promise<boolean> {
      return db.transaction().execute(async trx => {
        await lockPage(scope, id, trx)
        await checkDraftOwner(scope, id, userId, force, trx)
        const gone = await inApp(trx, scope).deleteFrom('page_draft').where('page_id', '=', id).executeTakeFirst()
        return gone.numDeletedRows > 0n
      })
    },
  }
}
