import type { Handler } from '../../handler.ts'
import { judge } from '../../services/foundation/access/index.ts'

export const shareGetScripts: Handler<'share.getScripts'> = async (_input, { sharing, company, app, user }) => ({
  ...(await sharing.bundles.get({ companyId: company.id, appId: app.id })),
  mayCompany: judge('company.admin', { user, company, setupPending: false }) === 200,
})
