import type { Handler } from '../../handler.ts'

export const companyApproveApplication: Handler<'company.approveApplication'> = async ({ params, body }, { applications, user, origin, locale }) =>
  applications.approve(params.applicationId, body, user.id, { origin, locale })
