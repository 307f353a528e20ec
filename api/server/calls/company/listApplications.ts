import type { Handler } from '../../handler.ts'

export const companyListApplications: Handler<'company.listApplications'> = async ({ query }, { applications }) => {
  const { page = 1, perPage = 20, ...filter } = query
  return applications.list({ ...filter, page, perPage })
}
