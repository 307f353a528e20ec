import type { Handler } from '../../handler.ts'

export const companyList: Handler<'company.list'> = async ({ query }, { companies, user }) => {
  const { page = 1, perPage = 100, keywords } = query
  return companies.list(user.id, { page, perPage, keywords })
}
