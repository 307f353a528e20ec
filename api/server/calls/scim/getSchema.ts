import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { allSchemas, resourceUnknown, sameName } from '../../services/scim/index.ts'

export const scimGetSchema: Handler<'scim.getSchema'> = ({ params }, { scope }) => {
  const schema = allSchemas(scope.base).find(one => sameName(one.id, params.schemaId))
  if (!schema) throw resourceUnknown(params.schemaId)
  return new ScimAnswer(schema)
}
