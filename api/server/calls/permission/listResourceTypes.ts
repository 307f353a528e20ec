import type { Handler } from '../../handler.ts'

export const permissionListResourceTypes: Handler<'permission.listResourceTypes'> = async (_input, { permissions, company, app, locale }) => ({
  items: permissions.overrides.types(company, app, locale),
})
