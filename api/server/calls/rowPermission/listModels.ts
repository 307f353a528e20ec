import type { Handler } from '../../handler.ts'

export const rowPermissionListModels: Handler<'rowPermission.listModels'> = async ({ query }, { rowPermissions, company, app }) => ({
  items: await rowPermissions.models({ companyId: company.id, appId: app.id }, query.keywords),
})
