// Signing in: the methods and their settings, the guard against guessing, and the one end of all of them.
import type { Core } from '../../core.ts'
import type { createPeople } from '../foundation/people.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { createArrive } from './arrive.ts'
import { createBinding } from './binding.ts'
import { createFinish, type SecondFactor } from './finish.ts'
import { createGuard } from '../foundation/guard.ts'
import { createMethods } from './methods.ts'
import { createIdentities } from './identities.ts'
import { createByDirectory } from './by-directory.ts'
import { createConnectionTest } from './connection-test.ts'
import { createCodes } from './codes.ts'
import { createEmailCode } from './email-code.ts'
import { createPending } from './pending.ts'
import { createRedirectSignin } from './redirect-signin.ts'
import { createSecondProof } from './second-proof.ts'
import type { SecondFactor as SecondFactors } from './second-factor/index.ts'
import { createTickets } from './tickets.ts'

export { asSignInPage, refusedInSignInPage } from './app-page.ts'
export type { TestResult } from '../../store/columns.ts'
export type { Codes, CodeTarget } from './codes.ts'
export { type How, TICKET_COOKIE } from './finish.ts'
export type { Identities } from './identities.ts'
export { isListed, type Methods } from './methods.ts'
export { bindExpired, BROWSER_COOKIE, BROWSER_SECONDS, isBrowser, newBrowser, type Pending } from './pending.ts'
export { type BindItem, bindItems, type Proof, rulesOf } from './proof.ts'
export { type Place, PLACES } from './redirect-signin.ts'
export { createSecondFactor } from './second-factor/index.ts'
export { credentialOf } from './second-factor/passkeys.ts'
export type { Kind } from './settings.ts'
export { stateUnknown } from './states.ts'
export { ticketExpired } from './tickets.ts'

interface Parts {
  people: Pick<ReturnType<typeof createPeople>, 'find' | 'idOf' | 'matching' | 'findByEmail'>
  secrets: Pick<Secrets, 'seal' | 'open'>
  secondFactor: SecondFactor & Pick<SecondFactors, 'check'>
  limits: Parameters<typeof createCodes>[1]['limits']
  messages: Parameters<typeof createCodes>[1]['messages'] & { delivers: { mail: boolean } }
}

export function createSignin(core: Core, { limits, messages, people, secrets, secondFactor }: Parts) {
  const methods = createMethods(core, secrets)
  const guard = createGuard(core)
  const tickets = createTickets(core)
  const codes = createCodes(core, { limits, messages })
  const identities = createIdentities(core)
  const pending = createPending(core)
  const arrive = createArrive(core, { identities, pending })
  const redirectSignin = createRedirectSignin(core, { methods, secrets })
  return {
    methods,
    guard,
    tickets,
    secondProof: createSecondProof({ guard, people, secondFactor, tickets }),
    identities,
    pending,
    redirectSignin,
    ...arrive,
    binding: createBinding(core, { arrive, codes, identities, methods, pending }),
    codes,
    byDirectory: createByDirectory(core, { guard, methods }),
    emailCode: createEmailCode(core, { codes, guard, people }),
    connectionTest: createConnectionTest(core, { methods, redirectSignin, delivers: messages.delivers }),
    ...createFinish(core, { guard, methods, secondFactor, tickets }),

    /** Forgets what is too old to be of use. */
    removeOld: () => Promise.all([guard.removeOld(), tickets.removeExpired(), codes.removeExpired(), pending.removeExpired(), redirectSignin.removeExpired()]),

    /** The id of the person with this user name or email and password; the refusal never tells which of them was wrong. */
    byPassword: (name: string, password: string, from: { ip: string; agent: string }) =>
      guard.attempt({ kind: 'password', name, ...from, whose: () => people.idOf(name) }, () => people.matching(name, password)),
  }
}
export type Signin = ReturnType<typeof createSignin>
