import type { Handler } from '../../handler.ts'

export const dataListChoices: Handler<'data.listChoices'> = async ({ params, query }, { data, user, company, app }) => {
  const opened = await data.rows.open({ companyId: company.id, appId: app.id, tag: app.tag }, { user, company, app }, params.dsKey, params.dmKey)
  return { options: await data.choices(opened, params.fieldKey, query) }
}
