import type { Handler } from '../../handler.ts'

export const triggerDelete: Handler<'trigger.delete'> = async ({ params }, { triggers, app, company, user, scope }) => {
  await triggers.remove({ scope, app, company, user }, params.triggerId)
  return {}
}
