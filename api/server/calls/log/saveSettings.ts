import type { Handler } from '../../handler.ts'

export const logSaveSettings: Handler<'log.saveSettings'> = async ({ body }, { operationLog, scope }) => {
  await operationLog.keepDays(scope, body.keptDays)
  return body
}
