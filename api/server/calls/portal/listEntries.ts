import type { Handler } from '../../handler.ts'
import { mayInApp } from '../../services/foundation/access/index.ts'

/** Entries of a phone are shown in one: the mobile preview takes addresses of this site. */
const hrefOf = (entry: { key: string; type: number }, base: string, tag: string, origin: string) =>
  entry.type === 1 || entry.type === 4
    ? `${base}/${entry.key}`
    : `/preview/mobile?preview_link=${encodeURIComponent(`${origin}${base}/${entry.key}?agent=mobile&env=${tag}`)}`

export const portalListEntries: Handler<'portal.listEntries'> = async ({ params }, { entries, app, origin }) => {
  const base = `/company/${params.companyKey}/app/${params.appUrlKey}`
  const items = await entries.list(app, mayInApp(app, 'edit'))
  return { items: items.map(item => ({ ...item, href: hrefOf(item, base, app.tag, origin) })) }
}
