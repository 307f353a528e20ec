import type { Handler } from '../../handler.ts'

export const permissionRunTests: Handler<'permission.runTests'> = async ({ body }, { permissions, app, locale }) =>
  permissions.tests.runTests(app, body.ids, locale)
