import type { Handler } from '../../handler.ts'
import { answered } from '../../services/scim/answered.ts'
import { typeAt } from '../../services/scim/schemas.ts'

export const scimReplace: Handler<'scim.replace'> = async ({ params, query, body }, { organisation, scope, ifMatch }) => {
  const type = typeAt(params.scimType)
  return answered(type, await organisation.scim.of(type).replace(scope, params.scimId, body, ifMatch), query)
}
