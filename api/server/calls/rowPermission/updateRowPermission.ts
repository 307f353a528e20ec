import type { Handler } from '../../handler.ts'

export const rowPermissionUpdateRowPermission: Handler<'rowPermission.updateRowPermission'> = async ({ params, body }, { rowPermissions, user, scope }) => {
  await rowPermissions.update(scope, user.id, params.dsKey, params.dmKey, params.key, body)
  return {}
}
