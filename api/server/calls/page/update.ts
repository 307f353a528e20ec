import type { Handler } from '../../handler.ts'

export const pageUpdate: Handler<'page.update'> = async ({ params, body }, { gate, pageOf, pages, user, app, locale, permissions, scope }) => {
  await permissions.pages.check(app, user, 'edit', params.pageId)
  const saved = async () => (await pages.get(scope, params.pageId, user.id)).schema
  const findings = body.schema && (await gate.pageToSave(body.schema, locale, { ...pageOf(scope), saved }))
  const page = await pages.update(scope, user.id, params.pageId, body)
  return { ...page, ...(findings && { findings }) }
}
