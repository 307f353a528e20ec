// Whether a call may be made by whoever makes it, from where it comes.
import type { FastifyRequest } from 'fastify'
import type { Call } from '../contract-schema.ts'
import { programTokenOf } from './embedded.ts'
import { ApiError } from './errors.ts'
import { AUTHORITY_HEADER, FULL, read, suffices, type Authority } from './services/foundation/access/authority.ts'
import { judge, NOBODY, type Address, type Who } from './services/foundation/access/index.ts'
import type { Session } from './services/foundation/sessions.ts'

/** Calls that change nothing. */
export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Who acts, limited to what the page that the request comes from may do. */
export function limit(call: Call, request: FastifyRequest, who: Who): { who: Who; what: string } {
  const found = authorityOf(call, request, who)
  if (!found && (call.access !== 'anyone' || !SAFE.has(call.method))) throw outOfDate()
  if (!found) return { who: NOBODY, what: '' }
  if (!suffices(found.authority, call, who))
    throw new ApiError('access.elsewhere', 'This page may not do this: it reaches no further than the place it belongs to', 403)
  return { who, what: found.what }
}

/** Refuses unless the contract's access lets this person through. */
export function admit(call: Call, { session, company, app }: Who, address: Address, step: string) {
  const verdict = judge(call.access, { user: session?.user, company, app, setupPending: step !== '', address })
  if (verdict === 401) throw new ApiError('access.signedOut', 'Please sign in', 401)
  if (verdict === 403) throw new ApiError('access.denied', 'You are not allowed to do this', 403)
  if (verdict === 404) throw new ApiError('access.unknown', 'There is no such organisation or app', 404)
  if (session?.user.passwordIsInitial && call.access !== 'anyone' && call.id !== 'setup.setPassword')
    throw new ApiError('access.passwordInitial', 'Choose a password of your own first', 403)
}

/** Calls that are about any session, that of an app alone too. */
const OF_ANY_SESSION: ReadonlySet<string> = new Set(['general.session', 'general.signOut'])

/** A session that was begun at the door of an app opens what the app's own pages ask for, and nothing else; calls that are open to anyone see nobody. */
export function keepToApp(call: Call, who: Who): Who {
  const only = who.session?.appId
  if (!only || OF_ANY_SESSION.has(call.id)) return who
  if (call.access === 'anyone') return NOBODY
  const isOfApp = call.access === 'app.access' || (call.access.startsWith('app.') && call.authority?.includes('page'))
  // A site signs people in to one environment.
  const isThere = who.app?.id === only && (!who.session?.embedded || who.session.embedded === who.app.tag)
  if (!isThere || !isOfApp) throw new ApiError('access.onlyApp', 'You are signed in to one app only', 403)
  return who
}

const outOfDate = () => new ApiError('request.outOfDate', 'The page is out of date. Reload it and try again', 403)

/**
 * What this request may do at most. Our pages send a reference with every call; programs that have none are their own authors. A script in a
 * browser without one has no authority, whatever cookie goes along: nothing of ours sends that.
 */
function authorityOf(call: Call, { headers }: FastifyRequest, { session, company, app }: Who): { authority: Authority; what: string } | undefined {
  const reference = headers[AUTHORITY_HEADER]
  // A visitor has nothing to lose but his sign-in: a page of an app is told what the app lets guests have.
  if (typeof reference === 'string' && reference !== '') {
    if (!session) return { authority: { kind: 'page', companyId: company?.id ?? '', appId: app?.id ?? '', tag: app?.tag ?? '' }, what: '' }
    const found = read(reference, session.token)
    if (!found) throw outOfDate()
    return found
  }
  // A mini-program is pages of its app and nothing else.
  if (session && programTokenOf({ headers }))
    return { authority: { kind: 'page', companyId: company?.id ?? '', appId: app?.id ?? '', tag: app?.tag ?? '' }, what: '' }
  const isScript = headers['sec-fetch-dest'] === 'empty'
  return !session || !isScript || isOpen(call) ? { authority: FULL, what: '' } : undefined
}
/** Calls that browsers make before they have a reference, or cannot send one with. */
const isOpen = ({ id, answer }: Call) => id === 'general.session' || answer === 'events'

/** Host of an address, without the port that goes without saying; empty for `null` and for what is no address. */
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '')

/** Unlike with calls that need a token, an address typed by hand is none of our pages. */
export const isFromHere = ({ headers, protocol, host }: FastifyRequest) =>
  headers['sec-fetch-site'] ? headers['sec-fetch-site'] === 'same-origin' : hostOf(headers.referer ?? '') === hostOf(`${protocol}://${host}`)

/** A page elsewhere must not act with this browser's session, nor sign it in. */
export function checkOrigin(request: FastifyRequest, session: Session | undefined) {
  const site = request.headers['sec-fetch-site']
  const from = request.headers.origin
  const foreign = site ? site !== 'same-origin' && site !== 'none' : from !== undefined && hostOf(from) !== hostOf(`${request.protocol}://${request.host}`)
  const forged = session && request.headers['x-csrf-token'] !== session.csrf
  if (foreign || forged) throw new ApiError('request.forged', 'The page is out of date. Reload it and try again', 403)
}
