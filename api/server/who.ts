// Who makes a call: the session, token or guest behind a request, with the organisation and the app of its address.
import type { FastifyRequest } from 'fastify'
import type { CallId } from '../generated/calls.ts'
import { validators } from '../generated/validators.ts'
import type { Access, Call } from '../contract-schema.ts'
import { wantedLanguages } from '../models/languages.ts'
import { programTokenOf, tokenOf } from './embedded.ts'
import { ApiError } from './errors.ts'
import { judge, NOBODY, type Address, type Who } from './services/foundation/access/index.ts'
import { bearerOf, type TokenUse } from './services/foundation/access/tokens.ts'
import type { Session } from './services/foundation/sessions.ts'
import type { Services } from './services/index.ts'

/** The role of an app that a preview looks at it as. */
const ROLE_HEADER = 'x-tessera-role'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const SESSION_COOKIE = 'tessera_session'

/** Who sends a request, while the database can be asked, and what its address names. */
async function whoOf(request: FastifyRequest, services: Services, address: Address = {}, withFacts = false, answer?: Call['answer']): Promise<Who> {
  const token = tokenOf(request, SESSION_COOKIE, address, answer)
  if (!token || !services.installation.databaseReady) return NOBODY
  const who = await services.access.find(token, address, { withFacts })
  return programTokenOf(request) && !who.session?.appId ? NOBODY : who
}

/** The same, and for somebody who is not signed in the app that lets guests in. */
async function whoOrGuest(request: FastifyRequest, services: Services, address: Address, withFacts: boolean, answer?: Call['answer']): Promise<Who> {
  const who = await whoOf(request, services, address, withFacts, answer)
  return who.session || !services.installation.databaseReady ? who : services.access.findForGuest(address)
}

/** The session of a request's cookie, while the database can be asked. */
export const sessionOf = async (request: FastifyRequest, services: Services): Promise<Session | undefined> => (await whoOf(request, services)).session

/** The organisation whose pages somebody asks for, where a call with this access would let that person in. */
export async function ownerOfPages(request: FastifyRequest, services: Services, access: Access, address: Address) {
  const { session, company, app } = await whoOrGuest(request, services, address, false)
  return judge(access, { user: session?.user, company, app, setupPending: false, address }) === 200 ? company : undefined
}

/** Calls about screens name the organisation and the app in the query: the same call serves all levels. */
export const isByQuery = (call: Call) => call.access.startsWith('screen.')

/** The app that headers name; what an address could not hold names nothing. */
function inHeaders({ headers }: FastifyRequest): Address {
  const named = { companyKey: headers['x-company-key'], appUrlKey: headers['x-app-key'] }
  return validators['app.get'].params(named) ? (named as Address) : {}
}

/** A preview names the role that an app is looked at as: what is asked for in the app is answered to that role, and only to who manages the app. */
async function asAskedRole(call: Call, { headers }: FastifyRequest, who: Who, services: Services): Promise<Who> {
  const roleId = headers[ROLE_HEADER]
  if (typeof roleId !== 'string' || roleId === '' || !call.access.startsWith('app.')) return who
  const seen = who.app?.rights.manager && UUID.test(roleId) ? await services.access.asRole(who, roleId) : undefined
  if (!seen) throw new ApiError('access.denied', 'You are not allowed to do this', 403)
  return seen
}

/** Who makes a call, with the organisation and app of its address. */
export async function identify(
  call: Call,
  request: FastifyRequest,
  query: Address,
  services: Services,
): Promise<{ who: Who; step: string; address: Address; token?: TokenUse }> {
  const step = await services.installation.step()
  if (!services.installation.databaseReady && call.access !== 'anyone' && call.access !== 'setup') {
    throw new ApiError('setup.pending', 'The installation is not finished yet', 503, { data: { redirect: step } })
  }
  const params = request.params as Record<string, string>
  const scoped = call.access.startsWith('company.') || call.access.startsWith('app.')
  // Some addresses spell out the environment: {appKey}-dev.
  const inPath = () => ({ companyKey: params.companyKey, appUrlKey: params.appUrlKey ?? (params.appKey && `${params.appKey}-dev`) })
  const address =
    call.scope === 'headers' ? inHeaders(request) : isByQuery(call) ? { companyKey: query.companyKey, appUrlKey: query.appUrlKey } : scoped ? inPath() : {}
  const reads = wantedLanguages(request.headers['accept-language'] ?? '')
  const reading = (who: Who): Who => {
    // What is worked on is closed where one application runs: only what is published is there.
    if (services.config.standalone && who.app?.tag === 'dev') return { ...who, app: undefined }
    return who.app ? { ...who, app: { ...who.app, reads } } : who
  }
  // A script of another site acts for itself.
  if (call.crossOrigin) return { step, address, who: NOBODY }
  const bearer = services.installation.databaseReady ? bearerOf(request.headers.authorization) : undefined
  if (bearer) {
    const { who, use } = await services.accessTokens.find(bearer, call.id as CallId, address)
    return { step, address, who: reading(who), token: use }
  }
  const who = await (call.access === 'app.access' ? whoOrGuest : whoOf)(
    request,
    services,
    address,
    params.dmKey !== undefined || call.id === 'data.events',
    call.answer,
  )
  return { step, address, who: reading(await asAskedRole(call, request, who, services)) }
}
