import { Special } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

export const permissionSaveAcl: Handler<'permission.saveAcl'> = async ({ body }, { permissions, app, user }) => {
  const changes = body.aclArray.flatMap(({ resourceId, acl }) =>
    Object.entries(acl).map(([option, allow]) => ({ roleId: body.roleId, resourceId, option, allow })),
  )
  return new Special(0, 'The permissions were saved', { saved: (await permissions.overrides.save(app, user, body.resourceType, changes)).saved })
}
