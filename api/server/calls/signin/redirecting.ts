// The redirect to a provider, and the callback from it. Both are navigations: what goes wrong is told on the page that the browser ends at.
import { Redirect } from '../../answers.ts'
import { ApiError } from '../../errors.ts'
import type { Request } from '../../handler.ts'
import { safeRedirect } from '../../redirects.ts'
import type { SignedIn } from '../../services/foundation/access/index.ts'
import { BROWSER_COOKIE, PLACES, type Place, stateUnknown } from '../../services/signin/index.ts'
import { endArrival } from './arrive.ts'
import { browserOf } from './browser.ts'

type Query = Record<string, string | string[]>
type Needs = Parameters<typeof endArrival>[3] & Pick<Request, 'session' | 'origin' | 'isFromHere'> & { user?: SignedIn }

/** What the page may not say on its own: it comes from here. */
const OURS = ['problem', 'next', 'frame', 'link']

/** A query with each name once; a name that is there twice counts for nothing. */
const single = (query: Query) => Object.fromEntries(Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
const without = (query: Record<string, string>, names: readonly string[]) => Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)))

const loginWith = (query: Record<string, string>, more: Record<string, string>) => `/login?${new URLSearchParams({ ...query, ...more })}`
function withProblem(address: string, code: string) {
  const url = new URL(address, 'http://here')
  url.searchParams.set('problem', code)
  return `${url.pathname}${url.search}${url.hash}`
}

/** Where the browser ends when it did not get in: at the page that it came from. */
function told(error: unknown, query: Record<string, string>, isLink: boolean): Redirect {
  if (!(error instanceof ApiError)) throw error
  return new Redirect(isLink ? withProblem(safeRedirect(query.redirect), error.code) : loginWith(query, { problem: error.code }))
}

export async function startRedirect(place: Place, given: Query, context: Needs): Promise<Redirect> {
  const { signin, user, origin, isFromHere } = context
  const all = single(given)
  const query = without(all, OURS)
  const isLink = all.link === '1'
  const isFrame = place === 'weixin' && all.frame === '1'
  try {
    // A page elsewhere must not give this account a second owner.
    if (isLink && !(user && isFromHere)) throw stateUnknown()
    return new Redirect(await signin.redirectSignin.start(place, { origin, browser: browserOf(context), query, isFrame, ...(isLink && { userId: user?.id }) }))
  } catch (error) {
    // In the frame there is room for a sentence, not for the sign-in page.
    if (isFrame && error instanceof ApiError) return new Redirect(`/auth/weixin/frame?problem=${encodeURIComponent(error.code)}`)
    return told(error, query, isLink)
  }
}

export async function finishRedirect(place: Place, given: Query, context: Needs): Promise<Redirect> {
  const { signin, user, cookie, ip, agent } = context
  const came = single(given)
  let query: Record<string, string> = {}
  let isLink = false
  try {
    const state = came.state ?? ''
    const sent = await signin.redirectSignin.take(place, state, cookie(BROWSER_COOKIE))
    query = sent.query
    isLink = sent.userId !== undefined
    const { proof, settings, providerSession } = await signin.redirectSignin.end(place, state, came, sent.kept)
    if (isLink) {
      if (!user || sent.userId !== user.id) throw stateUnknown()
      await signin.identities.add(user.id, proof)
      return new Redirect(safeRedirect(query.redirect))
    }
    const done = await endArrival(proof, settings, { redirect: query.redirect, providerSession }, context)
    return new Redirect(done.next === 'second-factor' ? loginWith(query, { next: done.next }) : done.redirect)
  } catch (error) {
    if (error instanceof ApiError && !['signin.noAccount', 'signin.disabled'].includes(error.code))
      await signin.guard.event({ kind: PLACES[place], name: '', ip, agent, ok: false, reason: error.code.replace('signin.', '') })
    return told(error, query, isLink)
  }
}
