import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { allSchemas } from '../../services/scim/discovery.ts'
import { resourceUnknown } from '../../services/scim/refusals.ts'
import { sameName } from '../../services/scim/schemas.ts'

export const scimGetSchema: Handler<'scim.getSchema'> = ({ params }, { scope }) => {
  const schema = allSchemas(scope.base).find(one => sameName(one.id, params.schemaId))
  if (!schema) throw resourceUnknown(params.schemaId)
  return new ScimAnswer(schema)
}
