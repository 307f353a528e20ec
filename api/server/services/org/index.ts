// The organisation's own administration, in parts.
import type { Core } from '../../core.ts'
import type { createMessages } from '../foundation/messages.ts'
import type { createPeople } from '../foundation/people.ts'
import { createDepartments } from './departments.ts'
import { createExternalUsers } from './external-users.ts'
import { createImports } from './imports/index.ts'
import { createInitialPasswords } from './initial-passwords.ts'
import { createInvitations } from './invitations.ts'
import { createMembers } from './members.ts'
import { createPositions } from './positions.ts'

export { createDepartments, type DepartmentNode, departmentOf, lockOrganisation } from './departments.ts'
export { createDirectorySync } from './directory-sync/index.ts'
export { createInvitations } from './invitations.ts'
export { ownerProtected } from './seats.ts'
export { accountsBy, standInRow } from './stand-ins.ts'

export function createOrganisation(core: Core, parts: { messages: ReturnType<typeof createMessages>; people: ReturnType<typeof createPeople> }) {
  const invitations = createInvitations(core, parts)
  const departments = createDepartments(core)
  return {
    departments,
    members: createMembers(core, { invitations }),
    positions: createPositions(core),
    externalUsers: createExternalUsers(core),
    invitations,
    imports: createImports(core, { invitations, messages: parts.messages }),
    initialPasswords: createInitialPasswords(core, parts),
  }
}
