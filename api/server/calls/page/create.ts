import type { Handler } from '../../handler.ts'

export const pageCreate: Handler<'page.create'> = async ({ body }, { data, gate, pages, permissions, user, app, locale, scope }) => {
  permissions.checkCreate(app, 'page')
  const of = { companyId: scope.companyId, models: () => data.design.keys(scope) }
  const findings = body.schema && (await gate.pageToSave(body.schema, locale, of))
  const page = await pages.create(scope, user.id, body)
  return { ...page, ...(findings && { findings }) }
}
