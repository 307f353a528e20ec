import type { Handler } from '../../handler.ts'
import { withEntries } from './with-entries.ts'

export const releaseList: Handler<'release.list'> = async ({ query }, { entries, releases, company, app, locale, origin }) => {
  const { items, ...more } = await releases.list(company, app, { page: query.page ?? 1, perPage: query.perPage ?? 20 }, locale)
  return { items: items.map(await withEntries(entries, app, origin)), ...more }
}
