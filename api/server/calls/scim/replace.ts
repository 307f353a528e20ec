import type { Handler } from '../../handler.ts'
import { answered, typeAt } from '../../services/scim/index.ts'

export const scimReplace: Handler<'scim.replace'> = async ({ params, query, body }, { scim, scope, ifMatch }) => {
  const type = typeAt(params.scimType)
  return answered(type, await scim.of(type).replace(scope, params.scimId, body, ifMatch), query)
}
