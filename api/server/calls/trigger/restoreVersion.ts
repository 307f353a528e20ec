import type { Handler } from '../../handler.ts'

export const triggerRestoreVersion: Handler<'trigger.restoreVersion'> = ({ params }, { triggers, app, company, user, scope }) =>
  triggers.restoreVersion({ scope, app, company, user }, params.triggerId, Number(params.version))
