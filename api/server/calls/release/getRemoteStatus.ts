import type { Handler } from '../../handler.ts'

export const releaseGetRemoteStatus: Handler<'release.getRemoteStatus'> = async ({ query }, { standalone, app, scope, locale }) =>
  standalone.remote.status(scope, app, query.transId, locale)
