import type { Handler } from '../../handler.ts'
import { entryAddress } from '../../services/entry/index.ts'
import { mayInApp } from '../../services/foundation/access/index.ts'

export const portalListEntries: Handler<'portal.listEntries'> = async ({ params }, { entries, app, origin }) => {
  const base = `/company/${params.companyKey}/app/${params.appUrlKey}`
  const items = await entries.list(app, mayInApp(app, 'edit'))
  return { items: items.map(item => ({ ...item, href: entryAddress(item, base, app.tag, origin) })) }
}
