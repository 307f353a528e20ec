// What every call that signs somebody in does at its end: the session or the step that is still missing, in one shape.
import type { CallTypes } from '../../../generated/types.ts'
import type { Request } from '../../handler.ts'
import { TICKET_COOKIE, type How } from '../../services/signin/index.ts'
import type { Services } from '../../services/index.ts'
import { browserOf } from './browser.ts'
import { sessionData } from '../general/session.ts'

type Answer = CallTypes['signin.login']['data']
type Needs = Pick<Services, 'signin' | 'people' | 'inbox'> & Pick<Request, 'ip' | 'agent' | 'session' | 'signIn' | 'signOut' | 'cookie' | 'setCookie'>

/** Seconds that a browser keeps the ticket of a second factor; the server's own limit counts. */
const TICKET_SECONDS = 600

/** Opens a new session, or answers what has to be shown first. */
export async function endSignIn(
  userId: string,
  how: Omit<How, 'ip' | 'agent'>,
  { signin, people, inbox, ip, agent, session: earlier, signIn, signOut, cookie, setCookie }: Needs,
): Promise<Answer> {
  const done = await signin.finish({ id: userId }, { ...how, ip, agent })
  if (done.next === 'second-factor') {
    setCookie(TICKET_COOKIE, done.ticket, TICKET_SECONDS)
    return { redirect: done.redirect, next: done.next, ticket: done.ticket, factors: done.factors }
  }
  if (done.next === 'bind') {
    // What is bound now is meant for this person, not for whoever was here before.
    if (earlier) await signOut()
    const browser = browserOf({ cookie, setCookie })
    await signin.pending.hold(userId, how.kind, done.needs, { browser, redirect: done.redirect, providerSession: how.providerSession })
    return { redirect: `/bind?bindKey=${done.needs.join(',')}&redirect=${encodeURIComponent(done.redirect)}` }
  }
  const session = await signIn(userId, how.providerSession && { provider: how.kind, providerSession: how.providerSession })
  return { redirect: done.redirect, session: await sessionData(session, { people, inbox, signin }) }
}
