// People from outside who use one app: how they register, and the door they come in by.
import type { createMessages } from '../foundation/messages.ts'
import type { Core } from '../../core.ts'
import type { createSessions } from '../foundation/sessions.ts'
import type { Codes } from '../signin/index.ts'
import { createDoor } from './door.ts'
import { createRegistration } from './registration.ts'

export type { Kind } from './registration.ts'

export function createExternal(
  core: Pick<Core, 'config' | 'db'>,
  parts: {
    codes: Pick<Codes, 'send' | 'check'>
    messages: Pick<ReturnType<typeof createMessages>, 'mail' | 'sms' | 'delivers'>
    sessions: ReturnType<typeof createSessions>
  },
) {
  return { ...createRegistration(core, parts), door: createDoor(core, parts) }
}
