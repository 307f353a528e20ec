import type { Handler } from '../../handler.ts'

export const shareCreate: Handler<'share.create'> = async ({ body }, { sharing, gate, permissions, company, app, user, origin, locale }) => {
  // Who may not work on a page has no business showing it to the world.
  if (body.pageId) await permissions.pages.check(app, user, 'edit', body.pageId)
  // A template is held to the rules of a page that is saved; the page of a share was, when it was saved.
  if (body.schema) await gate.pageToSave(body.schema, locale)
  const share = await sharing.authors.create({ companyId: company.id, appId: app.id }, user.id, body)
  return { ...share, link: origin + share.address }
}
