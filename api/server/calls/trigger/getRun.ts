import type { Handler } from '../../handler.ts'

export const triggerGetRun: Handler<'trigger.getRun'> = ({ params }, { triggers, app, company, user, scope, locale }) =>
  triggers.getRun({ scope, app, company, user }, params.triggerRunId, locale)
