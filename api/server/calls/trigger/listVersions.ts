import type { Handler } from '../../handler.ts'

export const triggerListVersions: Handler<'trigger.listVersions'> = async ({ params }, { triggers, app, company, user, scope }) => ({
  items: await triggers.listVersions({ scope, app, company, user }, params.triggerId),
})
