import type { Handler } from '../../handler.ts'

export const releaseListInterfacePushes: Handler<'release.listInterfacePushes'> = async (_input, { sync, company, app, scope, locale }) =>
  sync.interfacePush.list(scope, company, app, locale)
