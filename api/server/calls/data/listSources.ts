import type { Handler } from '../../handler.ts'

export const dataListSources: Handler<'data.listSources'> = async (_input, { data, company, app }) => ({
  items: (await data.design.sources({ companyId: company.id, appId: app.id, tag: app.tag })).map(({ id, key, name, dialect, synchronized }) => ({
    id,
    key,
    name,
    dialect,
    synchronized,
  })),
})
