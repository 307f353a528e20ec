import { ScimAnswer } from '../../answers.ts'
import { ApiError } from '../../errors.ts'
import type { Handler } from '../../handler.ts'
import { allTypes, listed } from '../../services/scim/index.ts'

export const scimListResourceTypes: Handler<'scim.listResourceTypes'> = ({ query }, { scope }) => {
  // RFC 7644, section 4: a filter here is refused, so that nobody takes the whole list for what was found.
  if (query.filter !== undefined) throw new ApiError('scim.forbidden', 'This list takes no filter', 403)
  return new ScimAnswer(listed(allTypes(scope.base)))
}
