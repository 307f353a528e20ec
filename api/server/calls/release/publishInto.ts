import type { Handler } from '../../handler.ts'
import { withEntries } from './with-entries.ts'

export const releasePublishInto: Handler<'release.publishInto'> = async ({ body }, { entries, permissions, releases, user, company, app, locale, origin }) => {
  await permissions.pages.checkAll(app, user, 'read')
  return (await withEntries(entries, app, origin))(await releases.publishInto(company, app, { userId: user.id, locale }, body))
}
