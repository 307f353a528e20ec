import type { Handler } from '../../handler.ts'

export const releaseGet: Handler<'release.get'> = async ({ params }, { releases, company, app }) =>
  releases.get({ companyId: company.id, appId: app.id }, company, app, params.releaseId)
