import type { Handler } from '../../handler.ts'

export const appUpdate: Handler<'app.update'> = async ({ body }, { apps, app, scope }) => {
  await apps.update(scope, body)
  return { key: app.key }
}
