import type { Handler } from '../../handler.ts'
import { bodyOf } from '../../services/foundation/contents.ts'
import { MOST_FINDINGS } from '../../services/screen/index.ts'

export const pageSaveDraft: Handler<'page.saveDraft'> = async ({ params, body }, { gate, pageOf, pages, user, app, locale, permissions, scope }) => {
  await permissions.pages.check(app, user, 'edit', params.pageId)
  bodyOf(body.schema)
  // Before anything is kept: a page that cannot be looked at in time is refused as a whole.
  const findings = (await gate.page(body.schema, locale, pageOf(scope))).slice(0, MOST_FINDINGS)
  return { ...(await pages.saveDraft(scope, user.id, params.pageId, body)), findings }
}
