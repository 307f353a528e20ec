// Back-channel logout of OpenID Connect: the provider itself says, signed with its keys, which of its sessions is over.
import { jwtVerify, type JWTVerifyGetKey } from 'jose'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** How old a message may be, and how far two clocks may be apart. */
const AGE_SECONDS = 300
const SKEW_SECONDS = 60
const NAME_MAX = 255

export interface LogoutToken {
  /** Of this message; a second one is a repetition. */
  id: string
  /** When it is too old anyway. */
  until: Date
  session?: string
  subject?: string
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= NAME_MAX
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws where it is not a message of this provider, for this application, from just now, about the end of a session. */
export async function readLogoutToken(
  token: string,
  { issuer, clientId, keys }: { issuer: string; clientId: string; keys: JWTVerifyGetKey },
): Promise<LogoutToken> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    maxTokenAge: AGE_SECONDS,
    clockTolerance: SKEW_SECONDS,
  })
  const { jti, sid, sub, events } = payload
  // Many providers still call it a plain JWT; what was made for something else has a name of its own.
  if (!/^(?:application\/)?(?:logout\+)?jwt$/i.test(protectedHeader.typ ?? 'jwt')) throw new Error(`it is a ${protectedHeader.typ}`)
  if (!isObject(events) || !isObject(events[EVENT])) throw new Error('it is not about the end of a session')
  if ('nonce' in payload) throw new Error('it has a nonce, as the proof of a sign-in does')
  if (!isName(jti)) throw new Error('it has no id')
  if ((sid === undefined && sub === undefined) || (sid !== undefined && !isName(sid)) || (sub !== undefined && !isName(sub)))
    throw new Error('it names neither a session nor a person')
  const until = new Date(Date.now() + (AGE_SECONDS + 2 * SKEW_SECONDS) * 1000)
  return { id: jti, until, ...(sid !== undefined && { session: sid }), ...(sub !== undefined && { subject: sub }) }
}
