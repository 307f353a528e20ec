import type { Handler } from '../../handler.ts'

export const companyGet: Handler<'company.get'> = async (_input, { companies, company, user }) => companies.overview(company, user.id)
