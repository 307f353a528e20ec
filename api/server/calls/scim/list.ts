import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { listed, typeAt } from '../../services/scim/index.ts'

export const scimList: Handler<'scim.list'> = async ({ params, query }, { scim, scope }) => {
  const { resources, total, startIndex } = await scim.of(typeAt(params.scimType)).list(scope, query)
  return new ScimAnswer(listed(resources, total, startIndex))
}
