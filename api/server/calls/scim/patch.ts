import type { Handler } from '../../handler.ts'
import { answered } from '../../services/scim/answered.ts'
import { typeAt } from '../../services/scim/schemas.ts'

export const scimPatch: Handler<'scim.patch'> = async ({ params, query, body }, { scim, scope, ifMatch }) => {
  const type = typeAt(params.scimType)
  return answered(type, await scim.of(type).patch(scope, params.scimId, body, ifMatch), query)
}
