import type { Handler } from '../../handler.ts'

export const appListMine: Handler<'app.listMine'> = async ({ query }, { apps, user }) => {
  const { page = 1, perPage = 20, keywords } = query
  return apps.listMine(user, { page, perPage, keywords })
}
