import type { Handler } from '../../handler.ts'

export const syncCheckService: Handler<'sync.checkService'> = ({ params }, { sync, locale }) => sync.services.check(params.syncServiceId, locale)
