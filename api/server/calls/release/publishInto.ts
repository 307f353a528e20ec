import type { Handler } from '../../handler.ts'
import { answered } from './answered.ts'
import { withEntries } from './with-entries.ts'

export const releasePublishInto: Handler<'release.publishInto'> = async ({ body }, { entries, permissions, releases, user, company, app, locale, origin }) => {
  await permissions.pages.checkAll(app, user, 'read')
  const { issues, ...chosen } = body
  const publish = await releases.intoAsPublish(app, chosen)
  const open = issues && (await answered({ releases, company, app, locale }, publish, issues))
  if (open) return open
  return (await withEntries(entries, app, origin))(await releases.publish(company, app, { userId: user.id, locale }, publish))
}
