import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowComment: Handler<'flow.comment'> = async ({ params, body }, { flows, user, company, app, scope }) => {
  await flows.tasks.comment(beginsOf({ scope, asker: { user, company, app } }), params.caseId, body.comment, body.mentions ?? [])
  return {}
}
