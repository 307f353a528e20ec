import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowDeleteDraft: Handler<'flow.deleteDraft'> = async ({ params }, { flows, user, company, app, scope }) => {
  await flows.drafts.remove(scope, beginsOf({ scope, asker: { user, company, app } }).asker.user.id, params.draftId)
  return {}
}
