import type { Handler } from '../../handler.ts'

export const sourceCreate: Handler<'source.create'> = async ({ body }, { data, permissions, company, app }) => {
  permissions.checkCreate(app, 'source')
  return { id: await data.sources.create({ companyId: company.id, appId: app.id, tag: app.tag }, body) }
}
