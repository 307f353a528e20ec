import type { Handler } from '../../handler.ts'
import { bodyOf } from '../../services/foundation/contents.ts'
import { MOST_FINDINGS } from '../../services/screen/index.ts'

export const pageCheck: Handler<'page.check'> = async ({ body }, { gate, locale, pageOf, scope }) => {
  bodyOf(body.schema)
  return { findings: (await gate.page(body.schema, locale, pageOf(scope))).slice(0, MOST_FINDINGS) }
}
