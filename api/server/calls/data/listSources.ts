import type { Handler } from '../../handler.ts'
import { sourceTitle } from '../../services/data/index.ts'

export const dataListSources: Handler<'data.listSources'> = async (_input, { data, permissions, company, app, user, locale }) => {
  const maySee = await permissions.rights.on(app, user, 'source', 'read')
  const sources = await data.design.sources({ companyId: company.id, appId: app.id, tag: app.tag }, maySee)
  return {
    items: sources.map(({ id, key, name, dialect, synchronized }) => ({ id, key, name: sourceTitle({ name, dialect }, locale), dialect, synchronized })),
  }
}
