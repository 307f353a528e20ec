import { Special } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const permissionRestoreVersion: Handler<'permission.restoreVersion'> = async ({ params, body }, { permissions, app, user }) => {
  const done = await permissions.restoreVersion(app, user, Number(params.version), body.note ?? '')
  const { restored, skipped } = done
  // Nobody looks for what is missing after a plain "Restored".
  return skipped
    ? new Special(0, 'Restored: {restored}. Could not be restored, because what they are about is gone: {skipped}', done, { restored, skipped })
    : done
}
