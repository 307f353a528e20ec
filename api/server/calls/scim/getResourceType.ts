import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { allTypes, resourceUnknown } from '../../services/scim/index.ts'

export const scimGetResourceType: Handler<'scim.getResourceType'> = ({ params }, { scope }) => {
  const type = allTypes(scope.base).find(one => one.id === params.resourceType)
  if (!type) throw resourceUnknown(params.resourceType)
  return new ScimAnswer(type)
}
