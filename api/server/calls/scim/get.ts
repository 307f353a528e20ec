import type { Handler } from '../../handler.ts'
import { answered, typeAt } from '../../services/scim/index.ts'

export const scimGet: Handler<'scim.get'> = async ({ params, query }, { scim, scope }) => {
  const type = typeAt(params.scimType)
  return answered(type, await scim.of(type).get(scope, params.scimId, query), query)
}
