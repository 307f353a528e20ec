import type { Handler } from '../../handler.ts'

export const releaseGet: Handler<'release.get'> = async ({ params }, { releases, company, app, scope, locale }) =>
  releases.get(scope, company, app, params.releaseId, locale)
