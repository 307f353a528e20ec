import { mayInApp } from '../../services/foundation/access/index.ts'
import { notAllowed } from '../../services/foundation/access/rights.ts'
import type { Handler } from '../../handler.ts'

export const permissionWhatIf: Handler<'permission.whatIf'> = async ({ body: { page = 1, perPage = 20, ...proposal } }, { permissions, app, locale }) => {
  // What the forms hold is for those who may save them.
  if ((proposal.form || proposal.members?.length) && !mayInApp(app, 'adminRole')) throw notAllowed()
  return permissions.whatIf(app, proposal, { page, perPage }, locale)
}
