import type { Handler } from '../../handler.ts'

export const triggerUpdate: Handler<'trigger.update'> = ({ params, body }, { triggers, app, company, user, scope }) =>
  triggers.update({ scope, app, company, user }, params.triggerId, body)
