import type { Handler } from '../../handler.ts'

export const permissionSaveAclForm: Handler<'permission.saveAclForm'> = async ({ body }, { permissions, app, user }) => {
  await permissions.lists.save(app, user, body)
  return {}
}
