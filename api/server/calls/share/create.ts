import type { Handler } from '../../handler.ts'

export const shareCreate: Handler<'share.create'> = async ({ body }, { sharing, gate, company, app, user, origin, locale }) => {
  // A template is held to the rules of a page that is saved; the page of a share was, when it was saved.
  if (body.schema) await gate.pageToSave(body.schema, locale)
  const share = await sharing.authors.create({ companyId: company.id, appId: app.id }, user.id, body)
  return { ...share, link: origin + share.address }
}
