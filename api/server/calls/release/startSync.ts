import type { Handler } from '../../handler.ts'
import { UPDATE_SECTIONS } from '../../services/packages/index.ts'

export const releaseStartSync: Handler<'release.startSync'> = async ({ body }, { sync, releases, permissions, app, user, scope, locale }) => {
  await permissions.pages.checkAll(app, user, 'read')
  const { from: source, services, syncRelease = false, tag = '', overWriteOldConfig: sections = [...UPDATE_SECTIONS] } = body
  await releases.manifestOf(scope, source)
  const id = await sync.start(scope, user, { source, services, syncRelease, tag, sections }, locale)
  return { id, task: (await sync.tasks.get(scope, id, locale)).task }
}
