import type { Handler } from '../../handler.ts'
import { checkTakesRows } from './taking-rows.ts'
import { withEntries } from './with-entries.ts'

export const releaseBringRows: Handler<'release.bringRows'> = async ({ params }, { entries, releases, company, app, locale, origin }) => {
  checkTakesRows(app)
  return (await withEntries(entries, app, origin))(await releases.bringRows(company, app, params.releaseId, locale))
}
