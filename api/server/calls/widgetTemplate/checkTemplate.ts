import type { Handler } from '../../handler.ts'
import { MOST_FINDINGS } from '../../services/screen/index.ts'

export const widgetTemplateCheckTemplate: Handler<'widgetTemplate.checkTemplate'> = async ({ body }, { gate, locale }) => ({
  findings: (await gate.page(body.schema, locale)).slice(0, MOST_FINDINGS),
})
