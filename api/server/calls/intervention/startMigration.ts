import type { Handler } from '../../handler.ts'

export const interventionStartMigration: Handler<'intervention.startMigration'> = async ({ body: { reason, ...wanted } }, { flows, user, scope, locale }) => ({
  id: await flows.interventions.batches.migrate(scope, { ...wanted, reason: reason.trim(), by: user.id }, locale),
})
