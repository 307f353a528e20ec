import type { Handler } from '../../handler.ts'

export const pageUpdate: Handler<'page.update'> = async ({ params, body }, { data, gate, pages, user, app, locale, permissions, scope }) => {
  await permissions.pages.check(app, user, 'edit', params.pageId)
  const saved = async () => (await pages.get(scope, params.pageId, user.id)).schema
  const of = { companyId: scope.companyId, saved, models: () => data.design.keys(scope) }
  const findings = body.schema && (await gate.pageToSave(body.schema, locale, of))
  const page = await pages.update(scope, user.id, params.pageId, body)
  return { ...page, ...(findings && { findings }) }
}
