import type { Handler } from '../../handler.ts'

export const rowPermissionDeleteRowPermission: Handler<'rowPermission.deleteRowPermission'> = async ({ params }, { rowPermissions, user, company, app }) => {
  await rowPermissions.remove({ companyId: company.id, appId: app.id }, user.id, params.dsKey, params.dmKey, params.key)
  return {}
}
