import type { Handler } from '../../handler.ts'

export const triggerRetryRun: Handler<'trigger.retryRun'> = ({ params }, { triggers, app, company, user, scope, locale }) =>
  triggers.retryRun({ scope, app, company, user }, params.triggerRunId, locale)
