import type { Handler } from '../../handler.ts'

export const orgListImportRows: Handler<'org.listImportRows'> = async ({ params, query }, { organisation, company, user, locale }) =>
  organisation.imports.rows(
    { companyId: company.id, userId: user.id },
    params.importId,
    { action: query.action, page: query.page ?? 1, perPage: query.perPage ?? 20 },
    locale,
  )
