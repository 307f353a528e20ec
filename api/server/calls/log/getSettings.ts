import type { Handler } from '../../handler.ts'

export const logGetSettings: Handler<'log.getSettings'> = async (_, { operationLog, locale, scope }) => ({
  keptDays: await operationLog.keptDays(scope),
  operations: operationLog.operations(locale),
})
