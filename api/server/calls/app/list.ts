import type { Handler } from '../../handler.ts'

export const appList: Handler<'app.list'> = async ({ query }, { apps, company, user }) => {
  const { page = 1, perPage = 20, ...filter } = query
  return apps.list(company, user, { ...filter, page, perPage })
}
