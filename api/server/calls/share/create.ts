import { fieldError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const shareCreate: Handler<'share.create'> = async (
  { body },
  { sharing, gate, pageOf, permissions, widgetTemplates, company, app, user, origin, locale, scope },
) => {
  // Who may not work on a page has no business showing it to the world.
  if (body.pageId) await permissions.pages.check(app, user, 'edit', body.pageId)
  // A template is held to the rules of a page that is saved; the page of a share was, when it was saved.
  if (body.schema) await gate.pageToSave(body.schema, locale, pageOf(scope))
  const template = body.templateId ? await widgetTemplates.get(levelOf(company, app), body.templateId) : undefined
  if (template && template.widgetType !== 0) throw fieldError('share.notAmis', 'templateId', 'Only amis templates can be shared')
  const share = await sharing.authors.create(scope, user.id, { ...body, template })
  return { ...share, link: origin + share.address }
}
