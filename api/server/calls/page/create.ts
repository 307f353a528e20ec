import type { Handler } from '../../handler.ts'

export const pageCreate: Handler<'page.create'> = async ({ body }, { gate, pageOf, pages, permissions, user, app, locale, scope }) => {
  permissions.checkCreate(app, 'page')
  const findings = body.schema && (await gate.pageToSave(body.schema, locale, pageOf(scope)))
  const page = await pages.create(scope, user.id, body)
  return { ...page, ...(findings && { findings }) }
}
