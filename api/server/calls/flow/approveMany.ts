import type { Handler } from '../../handler.ts'
import { beginsOf } from '../../services/flow/index.ts'

export const flowApproveMany: Handler<'flow.approveMany'> = ({ body }, { flows, user, company, app, scope, locale }) => {
  const tasks = body.tasks.map(one => {
    const [caseId = '', task = ''] = one.split(':')
    return { caseId, task: Number(task) }
  })
  return flows.tasks.approveMany(beginsOf({ scope, asker: { user, company, app } }), tasks, locale)
}
