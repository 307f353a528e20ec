import type { Handler } from '../../handler.ts'

export const appArchive: Handler<'app.archive'> = async ({ body }, { apps, app, company }) => ({
  state: await apps.setArchived({ companyId: company.id, appId: app.id }, body.archived),
})
