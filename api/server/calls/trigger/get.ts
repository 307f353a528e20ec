import type { Handler } from '../../handler.ts'

export const triggerGet: Handler<'trigger.get'> = ({ params }, { triggers, app, company, user, scope }) =>
  triggers.get({ scope, app, company, user }, params.triggerId)
