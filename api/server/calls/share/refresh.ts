import type { Handler } from '../../handler.ts'
import { levelOf } from '../../services/widgetTemplate/index.ts'

export const shareRefresh: Handler<'share.refresh'> = async ({ params }, { sharing, permissions, widgetTemplates, company, app, user, origin, scope }) => {
  const { pageId, templateId } = await sharing.authors.find(scope, params.shareId)
  if (pageId) await permissions.pages.check(app, user, 'edit', pageId)
  const template = templateId ? await widgetTemplates.get(levelOf(company, app), templateId) : undefined
  const share = await sharing.authors.refresh(scope, params.shareId, template)
  return { ...share, link: origin + share.address }
}
