import type { Handler } from '../../handler.ts'
import { sourceTitle } from '../../services/data/index.ts'

export const dataListSources: Handler<'data.listSources'> = async (_input, { data, permissions, app, user, locale, scope }) => {
  const maySee = await permissions.rights.on(app, user, 'source', 'read')
  const sources = await data.design.sources(scope, maySee)
  return {
    items: sources.map(({ id, key, name, dialect, synchronized }) => ({ id, key, name: sourceTitle({ name, dialect }, locale), dialect, synchronized })),
  }
}
