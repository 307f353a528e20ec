// What somebody began to fill in and has not sent.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, notFound } from '../../errors.ts'
import type { Trx } from '../../store/database.ts'
import { inApp } from '../../store/scoped.ts'
import type { FlowScope } from './cases.ts'

const MOST_DRAFTS = 50
const draftUnknown = () => notFound('flow.draftUnknown', 'There is no such draft')

/** What tells one draft from another: the first words that stand in it. */
function summaryOf(content: Record<string, unknown>): string {
  const first = Object.entries(content).find(([key, value]) => !key.startsWith('_') && (typeof value === 'string' || typeof value === 'number') && value !== '')
  return first ? String(first[1]).replace(/\s+/g, ' ').slice(0, 80) : ''
}

export function createDrafts({ db }: Pick<Core, 'db'>) {
  const mine = (scope: FlowScope, user: string) =>
    inApp(db, scope).selectFrom('flow_draft').where('flow_draft.user_id', '=', user).where('flow_draft.tag', '=', scope.tag)

  return {
    async list(scope: FlowScope, user: string) {
      const rows = await mine(scope, user).select(['id', 'flow_id', 'content', 'updated_at']).orderBy('updated_at', 'desc').limit(MOST_DRAFTS).execute()
      return rows.map(({ id, flow_id: flowId, content, updated_at }) => ({ id, flowId, summary: summaryOf(content), updatedAt: updated_at.toISOString() }))
    },

    async get(scope: FlowScope, user: string, id: string, flowId: string): Promise<Record<string, unknown>> {
      const row = await mine(scope, user).select('content').where('id', '=', id).where('flow_id', '=', flowId).executeTakeFirst()
      if (!row) throw draftUnknown()
      return row.content
    },

    /** A new one, or another content of one that is there; answers its id. */
    async save(
      scope: FlowScope,
      user: string,
      { id, flowId, content }: { id?: string | undefined; flowId: string; content: Record<string, unknown> },
    ): Promise<string> {
      const text = JSON.stringify(content)
      if (id !== undefined) {
        const { numUpdatedRows } = await inApp(db, scope)
          .updateTable('flow_draft')
          .set({ content: text, updated_at: new Date() })
          .where('id', '=', id)
          .where('user_id', '=', user)
          .where('tag', '=', scope.tag)
          .where('flow_id', '=', flowId)
          .executeTakeFirstOrThrow()
        if (!Number(numUpdatedRows)) throw draftUnknown()
        return id
      }
      if ((await mine(scope, user).select('id').limit(MOST_DRAFTS).execute()).length >= MOST_DRAFTS)
        throw new ApiError('flow.draftsTooMany', 'At most {count} drafts are kept', 422, { values: { count: MOST_DRAFTS } })
      const made = uuidv7()
      await inApp(db, scope).insertInto('flow_draft').values({ id: made, tag: scope.tag, flow_id: flowId, user_id: user, content: text }).execute()
      return made
    },

    /** Deletes one's own; `within` where the flow begins with it. */
    async remove(scope: FlowScope, user: string, id: string, within?: Trx) {
      const { numDeletedRows } = await inApp(within ?? db, scope)
        .deleteFrom('flow_draft')
        .where('id', '=', id)
        .where('user_id', '=', user)
        .where('tag', '=', scope.tag)
        .executeTakeFirstOrThrow()
      if (!Number(numDeletedRows) && !within) throw draftUnknown()
    },
  }
}
export type Drafts = ReturnType<typeof createDrafts>
