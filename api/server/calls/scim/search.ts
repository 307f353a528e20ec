import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { listed, readSearch } from '../../services/scim/lists.ts'
import { typeAt } from '../../services/scim/schemas.ts'

export const scimSearch: Handler<'scim.search'> = async ({ params, body }, { scim, scope }) => {
  const { resources, total, startIndex } = await scim.of(typeAt(params.scimType)).list(scope, readSearch(body))
  return new ScimAnswer(listed(resources, total, startIndex))
}
