import type { Handler } from '../../handler.ts'

export const companyGetHosts: Handler<'company.getHosts'> = async (_input, { outsideHosts, company }) => ({
  isAllowed: outsideHosts.isAllowed,
  hosts: await outsideHosts.list(company.id),
})
