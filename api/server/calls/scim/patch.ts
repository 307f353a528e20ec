import type { Handler } from '../../handler.ts'
import { answered, typeAt } from '../../services/scim/index.ts'

export const scimPatch: Handler<'scim.patch'> = async ({ params, query, body }, { scim, scope, ifMatch }) => {
  const type = typeAt(params.scimType)
  return answered(type, await scim.of(type).patch(scope, params.scimId, body, ifMatch), query)
}
