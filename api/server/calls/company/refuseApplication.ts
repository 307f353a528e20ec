import type { Handler } from '../../handler.ts'

export const companyRefuseApplication: Handler<'company.refuseApplication'> = async ({ params, body }, { applications, user }) => {
  await applications.refuse(params.applicationId, body.reason, user.id)
  return {}
}
