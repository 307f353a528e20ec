// The permissions of an app: one engine that enforces, explains, lists who may, previews, keeps versions and holds promises against them.
import type { Core } from '../../core.ts'
import type { Secrets } from '../secrets.ts'
import { createConsts } from './consts.ts'
import { createExplain } from './explain.ts'
import { createLists } from './lists.ts'
import { createOptions } from './options.ts'
import { createOverrides } from './overrides.ts'
import { createRights } from './rights.ts'

export function createPermissions(core: Pick<Core, 'db' | 'pool' | 'bus'>, secrets: Secrets) {
  const consts = createConsts(core, secrets)
  return {
    rights: createRights(core),
    lists: createLists(core, consts),
    overrides: createOverrides(core),
    options: createOptions(core),
    consts,
    ...createExplain(core),
  }
}
export type Permissions = ReturnType<typeof createPermissions>
