import type { Handler } from '../../handler.ts'

export const orgConfirmImport: Handler<'org.confirmImport'> = async ({ params, body }, { organisation, company, user, origin, locale }) =>
  organisation.imports.confirm(company, params.importId, { invite: body.invite ?? true }, { id: user.id, name: user.name, origin, locale })
