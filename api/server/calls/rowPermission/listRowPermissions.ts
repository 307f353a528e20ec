import type { Handler } from '../../handler.ts'

export const rowPermissionListRowPermissions: Handler<'rowPermission.listRowPermissions'> = async ({ params }, { rowPermissions, locale, scope }) => ({
  items: await rowPermissions.list(scope, params.dsKey, params.dmKey, locale),
})
