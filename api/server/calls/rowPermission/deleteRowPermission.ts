import type { Handler } from '../../handler.ts'

export const rowPermissionDeleteRowPermission: Handler<'rowPermission.deleteRowPermission'> = async ({ params }, { rowPermissions, user, scope }) => {
  await rowPermissions.remove(scope, user.id, params.dsKey, params.dmKey, params.key)
  return {}
}
