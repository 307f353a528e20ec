import type { Handler } from '../../handler.ts'

export const permissionSaveMatrix: Handler<'permission.saveMatrix'> = async ({ body }, { permissions, app, user }) =>
  permissions.overrides.save(app, user, body.kind, body.changes)
