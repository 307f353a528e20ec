import type { Handler } from '../../handler.ts'

export const triggerGetSource: Handler<'trigger.getSource'> = ({ query }, { triggers, app, company, user, scope, locale }) =>
  triggers.source({ scope, app, company, user }, query, locale)
