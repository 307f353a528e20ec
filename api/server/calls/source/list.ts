import type { Handler } from '../../handler.ts'
import { sourceTitle } from '../../services/data/sources.ts'

export const sourceList: Handler<'source.list'> = async (_input, { data, company, app, locale }) => {
  const sources = await data.design.sources({ companyId: company.id, appId: app.id, tag: app.tag })
  return {
    options: sources.map(source => {
      const name = sourceTitle(source, locale)
      return { ...source, name, label: name }
    }),
  }
}
