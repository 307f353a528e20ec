import { isManualDisabled } from '../../services/permission/index.ts'
import type { Handler } from '../../handler.ts'

export const permissionListResources: Handler<'permission.listResources'> = async ({ query }, { permissions, app, locale }) => ({
  items: await permissions.overrides.list(app, query.resourceType, query.roleId, locale),
  manualDisabled: isManualDisabled(app),
})
