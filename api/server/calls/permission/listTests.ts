import type { Handler } from '../../handler.ts'

export const permissionListTests: Handler<'permission.listTests'> = async (_input, { permissions, app }) => ({
  items: await permissions.tests.listTests(app),
  refusePublish: permissions.tests.refusesPublish(app),
})
