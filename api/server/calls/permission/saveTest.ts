import type { Handler } from '../../handler.ts'

export const permissionSaveTest: Handler<'permission.saveTest'> = async ({ body }, { permissions, app, user, locale }) =>
  permissions.tests.saveTest(app, user, body, locale)
