import type { Handler } from '../../handler.ts'

export const orgCancelImport: Handler<'org.cancelImport'> = async ({ params }, { organisation, company, user }) => {
  await organisation.imports.cancel({ companyId: company.id, userId: user.id }, params.importId)
  return {}
}
