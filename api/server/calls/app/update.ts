import type { Handler } from '../../handler.ts'

export const appUpdate: Handler<'app.update'> = async ({ body }, { apps, app, company }) => {
  await apps.update({ companyId: company.id, appId: app.id }, body)
  return { key: app.key }
}
