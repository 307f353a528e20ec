// The end of every way to sign in at another place: the same as of a password, once it is known who that is here.
import { ApiError } from '../../errors.ts'
import { safeRedirect } from '../../redirects.ts'
import type { ProviderSession } from '../../services/foundation/provider-session.ts'
import { rulesOf, type Proof } from '../../services/signin/index.ts'
import { browserOf } from './browser.ts'
import { endSignIn } from './end.ts'

type Needs = Parameters<typeof endSignIn>[2]

/** Signs in who is known here already; anybody else goes to /bind-or-register and decides. */
export async function endArrival(
  proof: Proof,
  settings: object,
  { redirect, name, providerSession }: { redirect?: string; name?: string; providerSession?: ProviderSession },
  context: Needs,
): ReturnType<typeof endSignIn> {
  const { signin, ip, agent } = context
  const typed = name || proof.email || proof.name || proof.subject
  const arrived = await signin.arrive(proof, rulesOf({ ...settings }), { browser: browserOf(context), redirect, providerSession }).catch(async error => {
    if (error instanceof ApiError && ['signin.noAccount', 'signin.disabled'].includes(error.code))
      await signin.guard.event({ kind: proof.kind, name: typed, ip, agent, ok: false, reason: error.code.replace('signin.', '') })
    throw error
  })
  if ('user' in arrived) return endSignIn(arrived.user, { kind: proof.kind, name: typed, redirect, providerSession }, context)
  return { redirect: `/bind-or-register?userId=${arrived.pending}&redirect=${encodeURIComponent(safeRedirect(redirect))}` }
}
