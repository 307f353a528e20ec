import type { Handler } from '../../handler.ts'
import { answered, typeAt } from '../../services/scim/index.ts'

export const scimCreate: Handler<'scim.create'> = async ({ params, query, body }, { scim, scope }) => {
  const type = typeAt(params.scimType)
  return answered(type, await scim.of(type).create(scope, body), query, 201)
}
