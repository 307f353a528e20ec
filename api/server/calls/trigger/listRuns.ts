import type { Handler } from '../../handler.ts'

export const triggerListRuns: Handler<'trigger.listRuns'> = ({ query }, { triggers, app, company, user, scope, locale }) =>
  triggers.listRuns({ scope, app, company, user }, query, locale)
