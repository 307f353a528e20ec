import type { Handler } from '../../handler.ts'

export const triggerCreate: Handler<'trigger.create'> = ({ body }, { triggers, app, company, user, scope }) =>
  triggers.create({ scope, app, company, user }, body)
