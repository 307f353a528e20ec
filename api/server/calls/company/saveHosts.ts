import type { Handler } from '../../handler.ts'

export const companySaveHosts: Handler<'company.saveHosts'> = async ({ body }, { outsideHosts, company }) => ({
  hosts: await outsideHosts.save(company.id, body.hosts),
})
