import type { Handler } from '../../handler.ts'

export const logSaveSettings: Handler<'log.saveSettings'> = async ({ body }, { operationLog, company, app }) => {
  await operationLog.keepDays({ companyId: company.id, appId: app.id }, body.keptDays)
  return body
}
