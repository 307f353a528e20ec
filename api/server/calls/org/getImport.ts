import type { Handler } from '../../handler.ts'

export const orgGetImport: Handler<'org.getImport'> = async ({ params }, { organisation, company, user }) =>
  organisation.imports.get({ companyId: company.id, userId: user.id }, params.importId)
