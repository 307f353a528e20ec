import type { Handler } from '../../handler.ts'
import { bodyOf } from '../../services/foundation/contents.ts'
import { MOST_FINDINGS } from '../../services/screen/index.ts'

export const pageCheck: Handler<'page.check'> = async ({ body }, { gate, i18n, app, locale, pageOf, scope }) => {
  bodyOf(body.schema)
  const [findings, gaps] = await Promise.all([gate.page(body.schema, locale, pageOf(scope)), i18n.gapsIn(app, body.schema, locale)])
  return { findings: [...findings, ...gaps].slice(0, MOST_FINDINGS) }
}
