import type { Handler } from '../../handler.ts'

export const dataListChoices: Handler<'data.listChoices'> = async ({ params, query }, { data, user, company, app, scope }) => {
  const opened = await data.rows.open(scope, { user, company, app }, params.dsKey, params.dmKey)
  const adds = data.rows.addedBy(opened, params.fieldKey)
  return { options: await data.choices.ofField(opened, params.fieldKey, query), ...(adds !== undefined && { adds }) }
}
