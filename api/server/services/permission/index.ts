// The permissions of an app: one engine that enforces, explains, lists who may, previews, keeps versions and runs the permission tests.
import type { Core } from '../../core.ts'
import type { AppInScope, SignedIn } from '../foundation/access/index.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { createConsts } from './consts.ts'
import { createExplain } from './explain.ts'
import { createLists } from './lists.ts'
import { createOptions } from './options.ts'
import { createOverrides } from './overrides.ts'
import { createPageRights } from './pages.ts'
import { createPermissionTests } from './permission-tests.ts'
import { createRights, mayCreate, notAllowed } from '../foundation/access/rights.ts'
import { createVersions } from './versions.ts'
import { createWhatIf } from './what-if.ts'
import type { Kind, MadeKind } from '../foundation/access/words.ts'

export { asActor, nameActor } from './actor.ts'
export { constsNamed, keepReleaseConsts, openConsts, withConsts } from './const-values.ts'
export { copyPermissions } from './copy.ts'
export { RESERVED } from './options.ts'
export { isManualDisabled } from './overrides.ts'
export { departmentNames, loadPeople, loadPolicy } from './policy.ts'
export { KIND_NAMES, OPTION_NAMES } from './resources.ts'
export type { RuntimeForm } from './lists.ts'
export { createRoleImport } from './role-import.ts'
export { createRoleMembers } from './role-members.ts'
export { BUILT_IN_NAMES, createRoles } from './roles.ts'
export { listName, pathText, verdictText } from './sentences.ts'

export function createPermissions(core: Pick<Core, 'db' | 'pool' | 'bus'>, secrets: Secrets) {
  const consts = createConsts(core, secrets)
  const rights = createRights(core)
  const overrides = createOverrides(core)
  return {
    rights,
    pages: createPageRights(core, rights),
    lists: createLists(core, consts),
    overrides,
    options: createOptions(core),
    consts,
    ...createExplain(core),
    ...createWhatIf(core, overrides),
    ...createVersions(core),
    tests: createPermissionTests(core),
    /** Refuses who may not make a resource of a kind. */
    checkCreate(app: AppInScope, kind: MadeKind) {
      if (!mayCreate(app, kind)) throw notAllowed()
    },
    /** Refuses who may not do this with a resource that nobody owns. */
    async check(app: AppInScope, user: Pick<SignedIn, 'id'> | undefined, kind: Kind, option: string, resourceId: string) {
      if (!(await rights.on(app, user, kind, option))(resourceId)) throw notAllowed()
    },
  }
}
export type Permissions = ReturnType<typeof createPermissions>
