import type { Handler } from '../../handler.ts'

export const pageCreate: Handler<'page.create'> = async ({ body }, { gate, pages, permissions, user, company, app, locale }) => {
  permissions.checkCreate(app, 'page')
  const findings = body.schema && (await gate.pageToSave(body.schema, locale))
  const page = await pages.create({ companyId: company.id, appId: app.id }, user.id, body)
  return { ...page, ...(findings && { findings }) }
}
