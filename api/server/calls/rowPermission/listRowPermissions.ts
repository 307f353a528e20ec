import type { Handler } from '../../handler.ts'

export const rowPermissionListRowPermissions: Handler<'rowPermission.listRowPermissions'> = async ({ params }, { rowPermissions, company, app, locale }) => ({
  items: await rowPermissions.list({ companyId: company.id, appId: app.id }, params.dsKey, params.dmKey, locale),
})
