// The APIs of an app as those who build its pages choose them.
import type { AppInScope, AppScope, SignedIn } from '../foundation/access/index.ts'
import type { Resources } from '../foundation/resources.ts'
import type { Permissions } from '../permission/index.ts'
import { isSafe, type ApiDefinition, type Parameter } from './types.ts'

/** A secret does not go into a page. */
const written = ({ default: value, secret }: Parameter) => (secret || value === null || value === undefined ? '' : String(value))

/** Those that this person sees, in the order of their groups and names. */
export async function offeredTo(
  { resources, permissions }: { resources: Pick<Resources, 'list'>; permissions: Pick<Permissions, 'rights'> },
  { app, user, scope }: { app: AppInScope; user: SignedIn; scope: AppScope },
) {
  const [apis, groups, maySee, maySeeGroup] = await Promise.all([
    resources.list(scope, 'api'),
    resources.list(scope, 'apigroup'),
    permissions.rights.on(app, user, 'api', 'read'),
    permissions.rights.on(app, user, 'apigroup', 'read'),
  ])
  const groupNames = new Map(groups.filter(one => maySeeGroup(one.id, one.ownerId)).map(one => [one.id, one.name]))
  return apis
    .filter(one => maySee(one.id, one.ownerId))
    .map(({ key, name, parentId, definition }) => {
      const api = definition as unknown as ApiDefinition
      const parameters = (api.parameters ?? []).map(one => ({ key: one.key, label: one.name || one.key, required: !!one.required, default: written(one) }))
      return { key, name, group: groupNames.get(parentId ?? '') ?? '', isRead: isSafe(api), parameters }
    })
    .sort((a, b) => a.group.localeCompare(b.group) || a.name.localeCompare(b.name))
}
