import type { Handler } from '../../handler.ts'

export const rowPermissionUpdateRowPermission: Handler<'rowPermission.updateRowPermission'> = async (
  { params, body },
  { rowPermissions, user, company, app },
) => {
  await rowPermissions.update({ companyId: company.id, appId: app.id }, user.id, params.dsKey, params.dmKey, params.key, body)
  return {}
}
