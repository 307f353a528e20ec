import type { Handler } from '../../handler.ts'

export const permissionSaveTestSetting: Handler<'permission.saveTestSetting'> = async ({ body }, { permissions, app }) => {
  await permissions.tests.saveSetting(app, body.refusePublish)
  return { refusePublish: body.refusePublish }
}
