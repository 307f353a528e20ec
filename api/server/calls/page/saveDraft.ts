import type { Handler } from '../../handler.ts'
import { MOST_FINDINGS } from '../../services/screen/index.ts'

export const pageSaveDraft: Handler<'page.saveDraft'> = async ({ params, body }, { gate, pages, user, app, locale, permissions, scope }) => {
  await permissions.pages.check(app, user, 'edit', params.pageId)
  const saved = await pages.saveDraft(scope, user.id, params.pageId, body)
  return { ...saved, findings: (await gate.page(body.schema, locale)).slice(0, MOST_FINDINGS) }
}
