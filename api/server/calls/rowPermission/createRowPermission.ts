import type { Handler } from '../../handler.ts'

export const rowPermissionCreateRowPermission: Handler<'rowPermission.createRowPermission'> = async (
  { params, body },
  { rowPermissions, user, company, app },
) => ({
  key: await rowPermissions.create({ companyId: company.id, appId: app.id }, user.id, params.dsKey, params.dmKey, body),
})
