// SCIM 2.0: an identity provider keeps the people and departments of an organisation (docs/decisions/scim.md).
import type { Core } from '../../core.ts'
import type { createDepartments, createInvitations } from '../org/index.ts'
import { createScimGroups } from './groups.ts'
import { userType, type ResourceType } from './schemas.ts'
import { createScimTokens } from './tokens.ts'
import { createScimUsers } from './users.ts'

export { answered } from './answered.ts'
export { runBulk } from './bulk.ts'
export { allSchemas, allTypes, BULK_BYTES, providerConfig } from './discovery.ts'
export { listed, readSearch } from './lists.ts'
export { kindOf, resourceUnknown } from './refusals.ts'
export { sameName, typeAt } from './schemas.ts'
export { type Provisioning, scimAddress } from './scope.ts'
export { ERROR } from './urns.ts'

export function createScim(
  core: Pick<Core, 'db' | 'pool'>,
  parts: { departments: ReturnType<typeof createDepartments>; invitations: ReturnType<typeof createInvitations> },
) {
  const users = createScimUsers(core, parts)
  const groups = createScimGroups(core, parts)
  return {
    tokens: createScimTokens(core),
    of: (type: ResourceType) => (type === userType ? users : groups),
  }
}
