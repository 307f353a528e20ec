// The user centre: everything that people do with their own account.
import type { Core } from '../../core.ts'
import type { createLimits } from '../foundation/limits.ts'
import type { createPeople } from '../foundation/people.ts'
import type { Secrets } from '../foundation/secrets.ts'
import type { createSessions } from '../foundation/sessions.ts'
import type { Signin } from '../signin/index.ts'
import type { createMessages } from '../foundation/messages.ts'
import { createContacts } from './contacts.ts'
import { createGitAccounts } from './git-accounts.ts'
import { createHistory } from './history.ts'
import { createOwnPassword } from './password.ts'
import { createProfile } from './profile.ts'

export type { Asking } from './contacts.ts'
export { notYours } from './profile.ts'

interface Parts {
  limits: ReturnType<typeof createLimits>
  messages: ReturnType<typeof createMessages>
  people: ReturnType<typeof createPeople>
  secrets: Secrets
  sessions: ReturnType<typeof createSessions>
  signin: Pick<Signin, 'codes' | 'identities' | 'methods'>
}

export function createAccount(core: Core, { limits, messages, people, secrets, sessions, signin }: Parts) {
  return {
    profile: createProfile(core, signin),
    contacts: createContacts(core, { codes: signin.codes, messages, methods: signin.methods }),
    gitAccounts: createGitAccounts(core, secrets),
    history: createHistory(core),
    password: createOwnPassword(core, { limits, people, sessions }),
  }
}
