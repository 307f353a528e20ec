// The sign-in that waits in this browser, and how it goes on.
import type { Services } from '../../services/index.ts'
import type { Request } from '../../handler.ts'
import { safeRedirect } from '../../redirects.ts'
import { BROWSER_COOKIE, type Pending } from '../../services/signin/index.ts'
import { endSignIn } from './end.ts'

type Needs = Parameters<typeof endSignIn>[2]

/** Token of this browser; empty is none, and nothing waits for it. */
export const waitingBrowser = ({ cookie }: Pick<Request, 'cookie'>) => cookie(BROWSER_COOKIE) ?? ''

export const waitingOf = (userId: string | undefined, { signin, cookie }: Pick<Services, 'signin'> & Pick<Request, 'cookie'>): Promise<Pending> =>
  userId ? signin.pending.find(userId, waitingBrowser({ cookie })) : signin.pending.findOpen(waitingBrowser({ cookie }))

/** Signs in; a second factor that is owed is asked for on the sign-in page. */
export async function goOn(
  { proof, redirect, providerSession }: Pending,
  { userId, asked, isSecondFactorDone }: { userId: string; asked?: string; isSecondFactorDone?: boolean },
  context: Needs,
): Promise<{ redirect: string }> {
  const to = safeRedirect(asked || redirect)
  const name = proof.email || proof.name || proof.subject
  const done = await endSignIn(userId, { kind: proof.kind, name, redirect: to, providerSession, isSecondFactorDone }, context)
  return { redirect: done.next === 'second-factor' ? `/login?next=second-factor&redirect=${encodeURIComponent(to)}` : done.redirect }
}
