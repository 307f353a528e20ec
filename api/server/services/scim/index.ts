// SCIM 2.0: an identity provider keeps the people and departments of an organisation (docs/decisions/scim.md).
import type { Core } from '../../core.ts'
import type { createDepartments } from '../org/departments.ts'
import type { createInvitations } from '../org/invitations.ts'
import { createScimGroups } from './groups.ts'
import { userType, type ResourceType } from './schemas.ts'
import { createScimTokens } from './tokens.ts'
import { createScimUsers } from './users.ts'

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
