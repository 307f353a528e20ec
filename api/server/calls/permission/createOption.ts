import type { Handler } from '../../handler.ts'

export const permissionCreateOption: Handler<'permission.createOption'> = async ({ body }, { permissions, app, user }) =>
  permissions.options.create(app, user, { label: '', ...body })
