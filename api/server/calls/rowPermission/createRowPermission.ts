import type { Handler } from '../../handler.ts'

export const rowPermissionCreateRowPermission: Handler<'rowPermission.createRowPermission'> = async ({ params, body }, { rowPermissions, user, scope }) => ({
  key: await rowPermissions.create(scope, user.id, params.dsKey, params.dmKey, body),
})
