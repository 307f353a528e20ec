// Rights on resources that are kept by a key and have an owner.
import type { AppInScope, AppScope, SignedIn } from '../foundation/access/index.ts'
import { notAllowed } from '../foundation/access/rights.ts'
import type { ResourceKind, ResourceRow, Resources } from '../foundation/resources.ts'
import type { Permissions } from '../permission/index.ts'

/** The resource, for who may do this with it. */
export async function checkOwned(
  { resources, permissions }: { resources: Pick<Resources, 'get'>; permissions: Pick<Permissions, 'rights'> },
  { app, user, scope }: { app: AppInScope; user: SignedIn; scope: AppScope },
  kind: ResourceKind,
  option: string,
  id: string,
): Promise<ResourceRow> {
  const one = await resources.get(scope, kind, id)
  if (!(await permissions.rights.on(app, user, kind, option))(one.id, one.ownerId)) throw notAllowed()
  return one
}
