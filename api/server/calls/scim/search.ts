import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { listed, readSearch, typeAt } from '../../services/scim/index.ts'

export const scimSearch: Handler<'scim.search'> = async ({ params, body }, { scim, scope }) => {
  const { resources, total, startIndex } = await scim.of(typeAt(params.scimType)).list(scope, readSearch(body))
  return new ScimAnswer(listed(resources, total, startIndex))
}
