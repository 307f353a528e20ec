import type { Handler } from '../../handler.ts'

export const orgCreateScimToken: Handler<'org.createScimToken'> = ({ body }, { scim, company, user, locale }) =>
  scim.tokens.create(company.id, body, { id: user.id, locale })
