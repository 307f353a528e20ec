import type { Handler } from '../../handler.ts'
import { bodyOf } from '../../services/foundation/contents.ts'
import { MOST_FINDINGS } from '../../services/screen/index.ts'

export const pageCheck: Handler<'page.check'> = async ({ body }, { data, gate, locale, scope }) => {
  bodyOf(body.schema)
  const of = { companyId: scope.companyId, models: () => data.design.keys(scope) }
  return { findings: (await gate.page(body.schema, locale, of)).slice(0, MOST_FINDINGS) }
}
