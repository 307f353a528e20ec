import type { Handler } from '../../handler.ts'

export const sourceList: Handler<'source.list'> = async (_input, { data, company, app }) => ({
  options: await data.design.sources({ companyId: company.id, appId: app.id, tag: app.tag }),
})
