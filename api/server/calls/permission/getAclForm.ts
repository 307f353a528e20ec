import type { Handler } from '../../handler.ts'

export const permissionGetAclForm: Handler<'permission.getAclForm'> = async (_input, { permissions, app, locale }) => permissions.lists.form(app, locale)
