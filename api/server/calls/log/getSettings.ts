import type { Handler } from '../../handler.ts'

export const logGetSettings: Handler<'log.getSettings'> = async (_, { operationLog, company, app, locale }) => ({
  keptDays: await operationLog.keptDays({ companyId: company.id, appId: app.id }),
  operations: operationLog.operations(locale),
})
