// OpenID Connect where there is an issuer (discovery, PKCE, nonce), plain OAuth 2.0 with an address for the person's data otherwise.
import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import { ApiError } from '../../errors.ts'
import { isEmail, claimAt, phoneOf, textAt, type Proof } from './proof.ts'
import { causeOf, failed, isPlain, passed, providerAway, providerFetch, providerUrl, proofWrong, reach, refusedThere } from './provider-http.ts'
import type { OauthSettings, Steps } from './settings.ts'
import { messageWrong } from './backchannel-logout.ts'
import { markOf } from '../foundation/provider-session.ts'
import { readLogoutToken } from './logout-token.ts'
import type { Strategy } from './strategy.ts'

const KEEP_MS = 5 * 60_000
const KEPT_MOST = 20
const TIMEOUT_SECONDS = 10

const authOf = ({ clientAuth, clientSecret }: OauthSettings) =>
  clientAuth === 'none' ? client.None() : clientAuth === 'client_secret_post' ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret)

const usable = (address: string): URL => {
  const url = providerUrl(address)
  if (!url) throw new TypeError(`${address || 'an empty address'} is no https address`)
  return url
}

async function configure(settings: OauthSettings): Promise<client.Configuration> {
  const { issuer, clientId, ca } = settings
  if (issuer) {
    const url = usable(issuer)
    return client.discovery(url, clientId, {}, authOf(settings), {
      execute: isPlain(url) ? [client.allowInsecureRequests] : [],
      timeout: TIMEOUT_SECONDS,
      [client.customFetch]: providerFetch(ca),
    })
  }
  const authorization = usable(settings.authorizationEndpoint)
  const token = usable(settings.tokenEndpoint)
  const config = new client.Configuration(
    {
      issuer: authorization.origin,
      authorization_endpoint: authorization.href,
      token_endpoint: token.href,
      ...(settings.userinfoEndpoint && { userinfo_endpoint: usable(settings.userinfoEndpoint).href }),
      ...(settings.jwksUri && { jwks_uri: usable(settings.jwksUri).href }),
    },
    clientId,
    {},
    authOf(settings),
  )
  config[client.customFetch] = providerFetch(ca)
  config.timeout = TIMEOUT_SECONDS
  if (isPlain(authorization) || isPlain(token)) client.allowInsecureRequests(config)
  return config
}

/** Providers as they described themselves a moment ago, by settings. */
const kept = new Map<string, { until: number; config: Promise<client.Configuration> }>()
function configurationOf(settings: OauthSettings): Promise<client.Configuration> {
  const key = createHash('sha256').update(JSON.stringify(settings)).digest('base64url')
  const there = kept.get(key)
  if (there && there.until > Date.now()) return there.config
  const config = configure(settings)
  kept.delete(key)
  kept.set(key, { until: Date.now() + KEEP_MS, config })
  config.catch(() => kept.delete(key))
  if (kept.size > KEPT_MOST) kept.delete(kept.keys().next().value ?? '')
  return config
}

/** What a refusal of the library means for whoever signs in. */
function refusal(error: unknown): ApiError {
  const { code = '', name = '' } = error as { code?: string; name?: string }
  if (error instanceof client.AuthorizationResponseError)
    return error.error === 'temporarily_unavailable' || error.error === 'server_error' ? providerAway() : refusedThere()
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? providerAway() : proofWrong()
  const isAway = name === 'TimeoutError' || /^E[A-Z]+$|TIMEOUT|CERT|UNABLE|RESPONSE_IS_NOT|HTTP_REQUEST_FORBIDDEN/.test(`${code} ${causeOf(error)}`)
  return Object.assign(isAway ? providerAway() : proofWrong(), { cause: error })
}

/** What a key of a message may be wrong about; anything else is about the keys as a whole. */
const KEY_WRONG = ['ERR_JWKS_NO_MATCHING_KEY', 'ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'ERR_JOSE_NOT_SUPPORTED']

/** The keys of a provider, as long as its description is kept. */
const keysOf = new WeakMap<client.Configuration, JWTVerifyGetKey>()
function keysFor(config: client.Configuration, ca: string): JWTVerifyGetKey {
  const there = keysOf.get(config)
  if (there) return there
  const { jwks_uri: address } = config.serverMetadata()
  if (!address) throw messageWrong()
  const fetch = providerFetch(ca)
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_SECONDS * 1000,
    [customFetch]: (url, { signal }) => fetch(url, { headers: { accept: 'application/json' }, signal }),
  })
  const find: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      throw KEY_WRONG.includes((error as { code?: string }).code ?? '') ? error : Object.assign(providerAway(), { cause: error })
    }
  }
  keysOf.set(config, find)
  return find
}

/** What a provider calls a session: by its id, and by whose it is. */
const marksOf = (kind: string, issuer: string, { session, subject }: { session?: unknown; subject?: string }) => [
  ...(typeof session === 'string' && session ? [markOf(kind, issuer, 'session', session)] : []),
  ...(subject ? [markOf(kind, issuer, 'subject', subject)] : []),
]

const truth = (value: unknown) => value === true || value === 'true'

function proofOf(kind: 'oauth' | 'third', issuer: string, claims: Record<string, unknown>, settings: OauthSettings): Proof {
  const subject = textAt(claims, settings.subjectClaim, 255)
  if (!subject) throw Object.assign(proofWrong(), { cause: new Error(`there is no "${settings.subjectClaim}" in what the provider says`) })
  const email = textAt(claims, settings.emailClaim)
  const isVouched = settings.emailTrusted === 'always' || (settings.emailTrusted === 'claim' && truth(claimAt(claims, settings.emailVerifiedClaim)))
  const phone = phoneOf(textAt(claims, settings.phoneClaim))
  return {
    kind,
    issuer,
    subject,
    name: textAt(claims, settings.nameClaim, 100),
    email: isEmail(email) ? email : '',
    emailVerified: isEmail(email) && isVouched,
    phone,
    phoneVerified: phone !== '' && truth(claimAt(claims, settings.phoneVerifiedClaim)),
    claims,
  }
}

async function userinfo(config: client.Configuration, accessToken: string, subject: string | undefined): Promise<Record<string, unknown>> {
  const address = config.serverMetadata().userinfo_endpoint
  if (!address) return {}
  if (subject !== undefined) return { ...(await client.fetchUserInfo(config, accessToken, subject)) }
  const reply = await client.fetchProtectedResource(config, accessToken, new URL(address), 'GET', undefined, new Headers({ accept: 'application/json' }))
  const said: unknown = reply.ok ? await reply.json().catch(() => undefined) : undefined
  if (typeof said !== 'object' || said === null) throw Object.assign(proofWrong(), { cause: new Error(`userinfo answered ${reply.status} without JSON`) })
  return said as Record<string, unknown>
}

export const createOauth = (kind: 'oauth' | 'third'): Strategy<OauthSettings> => ({
  async start(settings, { callback, state }) {
    try {
      const config = await configurationOf(settings)
      const verifier = settings.pkce ? client.randomPKCECodeVerifier() : ''
      const nonce = settings.issuer ? client.randomNonce() : ''
      const to = client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        state,
        ...(settings.scope.trim() && { scope: settings.scope.trim() }),
        ...(nonce && { nonce }),
        ...(verifier && { code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
      })
      return { to: to.href, kept: { callback, verifier, nonce } }
    } catch (error) {
      throw Object.assign(providerAway(), { cause: error })
    }
  },

  async end(settings, { query, state, kept: { callback = '', verifier, nonce } }) {
    try {
      const config = await configurationOf(settings)
      const url = new URL(callback)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: state,
        ...(verifier && { pkceCodeVerifier: verifier }),
        ...(nonce && { expectedNonce: nonce, idTokenExpected: true }),
      })
      const said = tokens.claims()
      const claims = { ...said, ...(await userinfo(config, tokens.access_token, said?.sub)) }
      const proof = proofOf(kind, said?.iss ?? config.serverMetadata().issuer, claims, settings)
      return { proof, token: tokens.id_token ?? '-', marks: said ? marksOf(kind, said.iss, { session: said.sid, subject: said.sub }) : [] }
    } catch (error) {
      throw (error as { code?: string }).code?.startsWith('signin.') ? error : refusal(error)
    }
  },

  async signOutAt(settings, token, back) {
    const config = await configurationOf(settings)
    const address = settings.endSessionEndpoint || config.serverMetadata().end_session_endpoint
    const url = address ? providerUrl(address) : undefined
    if (!url) return undefined
    url.searchParams.set('client_id', settings.clientId)
    if (token !== '-') url.searchParams.set('id_token_hint', token)
    url.searchParams.set('post_logout_redirect_uri', back)
    return url.href
  },

  async ended(settings, { logout_token: token }) {
    if (!token || !(settings.issuer || settings.jwksUri)) throw messageWrong()
    const config = await configurationOf(settings).catch((error: unknown) => {
      throw Object.assign(providerAway(), { cause: error })
    })
    const { issuer } = config.serverMetadata()
    try {
      const { id, until, ...named } = await readLogoutToken(token, { issuer, clientId: settings.clientId, keys: keysFor(config, settings.ca) })
      return { marks: marksOf(kind, issuer, named), once: { mark: markOf(kind, issuer, 'message', id), until } }
    } catch (error) {
      throw error instanceof ApiError ? error : Object.assign(messageWrong(), { cause: error })
    }
  },

  steps,
})

/** Tries everything that can be tried without a person. */
export async function* steps(settings: OauthSettings): Steps {
  for await (const step of reach(settings.issuer || settings.authorizationEndpoint, settings.ca)) {
    yield step
    if (!step.ok) return
  }
  if (!settings.clientId.trim()) return yield failed('client', 'There is no client id. The provider gives one when this application is registered there')
  let config: client.Configuration
  try {
    config = await configure(settings)
  } catch (error) {
    return yield settings.issuer
      ? failed('discovery', 'The description of the provider cannot be read: {cause}. The issuer has to be exactly what the provider calls itself', {
          cause: detail(error),
        })
      : failed('addresses', 'One of the addresses cannot be used: {cause}', { cause: detail(error) })
  }
  const { authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri, code_challenge_methods_supported: pkce } = config.serverMetadata()
  if (!authorization_endpoint || !token_endpoint) return yield failed('discovery', 'The provider names no addresses for authorization and tokens')
  if (settings.issuer) yield passed('discovery', 'The provider describes itself as {issuer}', { issuer: config.serverMetadata().issuer })
  if (settings.issuer && settings.pkce && pkce && !pkce.includes('S256'))
    return yield failed('pkce', 'The provider takes no PKCE with S256. Switch PKCE off, or allow it there')
  if (!settings.issuer && !userinfo_endpoint)
    return yield failed('addresses', 'Without an issuer there has to be an address for the data of the person (userinfo)')
  const fetch = providerFetch(settings.ca)
  if (jwks_uri) {
    try {
      const { keys } = (await (await fetch(jwks_uri)).json()) as { keys?: unknown[] }
      if (!keys?.length) return yield failed('keys', 'The provider has no keys at {address}', { address: jwks_uri })
      yield passed('keys', 'Keys of the provider: {count}', { count: keys.length })
    } catch (error) {
      return yield failed('keys', 'The keys of the provider cannot be read at {address}: {cause}', { address: jwks_uri, cause: causeOf(error) })
    }
  }
  try {
    await client.genericGrantRequest(config, 'authorization_code', {
      code: 'tessera-trial',
      redirect_uri: 'https://invalid.example/',
      code_verifier: 'x'.repeat(43),
    })
    yield passed('client', 'The provider knows this application')
  } catch (error) {
    const said = error instanceof client.ResponseBodyError ? error.error : error instanceof client.WWWAuthenticateChallengeError ? 'invalid_client' : ''
    if (said === 'invalid_client' || said === 'unauthorized_client')
      yield failed('client', 'The provider refuses client id and secret ({cause}). Check both, and how the secret is sent', { cause: said })
    else if (said) yield passed('client', 'The provider knows this application')
    else yield failed('client', 'The address for tokens does not answer as OAuth 2.0 says: {cause}', { cause: detail(error) })
  }
}

const detail = (error: unknown) => {
  const { message = '' } = error as Error
  return [message, causeOf(error)]
    .filter((text, at, all) => text && all.indexOf(text) === at)
    .join(' · ')
    .slice(0, 300)
}
