import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { typeAt } from '../../services/scim/index.ts'

export const scimDelete: Handler<'scim.delete'> = async ({ params }, { scim, scope, ifMatch }) => {
  await scim.of(typeAt(params.scimType)).remove(scope, params.scimId, ifMatch)
  return new ScimAnswer(undefined, { status: 204 })
}
