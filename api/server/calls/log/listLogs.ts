import type { Handler } from '../../handler.ts'
import { fieldError } from '../../errors.ts'
import { mayDutyAt } from '../../services/foundation/access/rights.ts'

export const logListLogs: Handler<'log.listLogs'> = async ({ query }, { operationLog, app, locale, scope }) => {
  const { page = 1, perPage = 20, date, operation, operator } = query
  const [from, to] = date?.split(',').map(Number) ?? []
  if (from !== undefined && to !== undefined && to < from) throw fieldError('log.dateOrder', 'date', 'The end is before the start')
  // A say in one environment shows what was done there.
  const environment = mayDutyAt(app, '', 'viewLog') ? undefined : app.tag
  return operationLog.list(scope, { page, perPage, from, to, operation, operator, environment }, locale)
}
