import type { Handler } from '../../handler.ts'

export const appCopy: Handler<'app.copy'> = async ({ body }, { apps, permissions, app, company, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  return apps.copy(company, app, user, body)
}
