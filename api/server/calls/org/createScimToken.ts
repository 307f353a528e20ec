import type { Handler } from '../../handler.ts'

export const orgCreateScimToken: Handler<'org.createScimToken'> = ({ body }, { organisation, company, user, locale }) =>
  organisation.scim.tokens.create(company.id, body, { id: user.id, locale })
