import type { Handler } from '../../handler.ts'

export const interventionPlanMigration: Handler<'intervention.planMigration'> = ({ body }, { flows, scope, locale }) =>
  flows.interventions.planMigration(scope, body, locale)
