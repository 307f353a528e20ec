import type { Handler } from '../../handler.ts'

export const triggerReceive: Handler<'trigger.receive'> = ({ params, body }, { triggers, signed }) =>
  triggers.receive({ companyKey: params.hookCompany, appUrlKey: params.hookApp, key: params.triggerKey }, body, signed)
