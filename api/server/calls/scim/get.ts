import type { Handler } from '../../handler.ts'
import { answered } from '../../services/scim/answered.ts'
import { typeAt } from '../../services/scim/schemas.ts'

export const scimGet: Handler<'scim.get'> = async ({ params, query }, { scim, scope }) => {
  const type = typeAt(params.scimType)
  return answered(type, await scim.of(type).get(scope, params.scimId, query), query)
}
