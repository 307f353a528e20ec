import type { Handler } from '../../handler.ts'

export const permissionRestoreVersion: Handler<'permission.restoreVersion'> = async ({ params, body }, { permissions, app, user }) =>
  permissions.restoreVersion(app, user, Number(params.version), body.note ?? '')
