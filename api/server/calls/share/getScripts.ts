import type { Handler } from '../../handler.ts'
import { judge } from '../../services/foundation/access/index.ts'

export const shareGetScripts: Handler<'share.getScripts'> = async (_input, { sharing, company, user, scope }) => ({
  ...(await sharing.bundles.get(scope)),
  mayCompany: judge('company.admin', { user, company, setupPending: false }) === 200,
})
