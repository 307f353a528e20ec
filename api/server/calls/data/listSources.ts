import type { Handler } from '../../handler.ts'
import { sourceTitle } from '../../services/data/sources.ts'

export const dataListSources: Handler<'data.listSources'> = async (_input, { data, company, app, locale }) => ({
  items: (await data.design.sources({ companyId: company.id, appId: app.id, tag: app.tag })).map(({ id, key, name, dialect, synchronized }) => ({
    id,
    key,
    name: sourceTitle({ name, dialect }, locale),
    dialect,
    synchronized,
  })),
})
