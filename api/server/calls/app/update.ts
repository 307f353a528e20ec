import type { Handler } from '../../handler.ts'

export const appUpdate: Handler<'app.update'> = async ({ body }, { apps, app, company, user }) => {
  await apps.update(company, app, user, body)
  return { key: app.key }
}
