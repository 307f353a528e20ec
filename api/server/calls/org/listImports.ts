import type { Handler } from '../../handler.ts'

export const orgListImports: Handler<'org.listImports'> = async ({ query }, { organisation, company, user }) =>
  organisation.imports.list({ companyId: company.id, userId: user.id }, { page: query.page ?? 1, perPage: query.perPage ?? 20 })
