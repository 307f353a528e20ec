import type { Handler } from '../../handler.ts'

export const appArchive: Handler<'app.archive'> = async ({ body }, { apps, scope }) => ({
  state: await apps.setArchived(scope, body.archived),
})
