import type { Handler } from '../../handler.ts'

export const triggerListTriggers: Handler<'trigger.listTriggers'> = ({ body }, { triggers, app, company, user, scope }) =>
  triggers.list({ scope, app, company, user }, body)
