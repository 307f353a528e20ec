import type { Handler } from '../../handler.ts'

export const releaseExportStandaloneRemote: Handler<'release.exportStandaloneRemote'> = async ({ body }, { standalone, permissions, company, app, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  return { transId: await standalone.remote.start(company, app, user.id, body) }
}
