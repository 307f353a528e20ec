import type { Handler } from '../../handler.ts'

export const rowPermissionListModels: Handler<'rowPermission.listModels'> = async ({ query }, { rowPermissions, scope }) => ({
  items: await rowPermissions.models(scope, query.keywords),
})
