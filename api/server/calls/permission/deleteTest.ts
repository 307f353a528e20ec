import type { Handler } from '../../handler.ts'

export const permissionDeleteTest: Handler<'permission.deleteTest'> = async ({ params }, { permissions, app }) => {
  await permissions.tests.deleteTest(app, params.testId)
  return {}
}
