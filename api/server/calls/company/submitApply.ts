import type { Handler } from '../../handler.ts'

export const companySubmitApply: Handler<'company.submitApply'> = async ({ body }, { applications, user, origin, locale }) =>
  applications.submit(body, user, { origin, locale })
