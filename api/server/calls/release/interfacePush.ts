import type { Handler } from '../../handler.ts'

export const releaseInterfacePush: Handler<'release.interfacePush'> = async ({ body }, { sync, permissions, company, app, user, scope }) => {
  await permissions.pages.checkAll(app, user, 'read')
  return { id: await sync.interfacePush.start(scope, company, app, user.id, body.id) }
}
