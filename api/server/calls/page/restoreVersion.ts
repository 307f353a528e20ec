import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

export const pageRestoreVersion: Handler<'page.restoreVersion'> = async ({ params, body }, { pages, user, app, locale, permissions, scope }) => {
  await permissions.pages.check(app, user, 'edit', params.pageId)
  return pages.restoreVersion(scope, user.id, params.pageId, Number(params.version), {
    note: body.note || say(locale, 'Version {version} restored', { version: params.version }),
    baseVersion: body.baseVersion,
  })
}
