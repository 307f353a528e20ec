import { sayField } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

export const dataExplainFormula: Handler<'data.explainFormula'> = async ({ params }, { data, user, company, app, locale, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const { isEmpty, reason } = await data.formulaReasons.of(opened, params.rowId, params.fieldKey)
  return { isEmpty, reason: sayField(reason, locale) }
}
