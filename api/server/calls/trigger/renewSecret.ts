import type { Handler } from '../../handler.ts'

export const triggerRenewSecret: Handler<'trigger.renewSecret'> = ({ params }, { triggers, app, company, user, scope }) =>
  triggers.renewSecret({ scope, app, company, user }, params.triggerId)
