// The token by which another site says who looks at a page of an app: a JWT, signed with the secret that it shares with the environment (HS256).
import { errors, jwtVerify } from 'jose'
import { ApiError } from '../../errors.ts'

/** How long a token may be good for: it is made when a page is opened and used at once, and one that was overheard is worth nothing soon after. */
export const TOKEN_MINUTES = 15
const SKEW_SECONDS = 30
const NAME_MAX = 200

const invalid = (english: string) => new ApiError('embed.tokenInvalid', english, 403)

/** Whom the token names, by username or email. Throws 403 `embed.tokenInvalid` with the reason. */
export async function subjectOf(token: string, secret: string): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, Buffer.from(secret), {
      algorithms: ['HS256'],
      clockTolerance: SKEW_SECONDS,
      requiredClaims: ['sub', 'exp'],
    })
    const { sub = '', exp = 0 } = payload
    if (exp - Date.now() / 1000 > TOKEN_MINUTES * 60 + SKEW_SECONDS)
      throw new ApiError('embed.tokenInvalid', 'The sign-in token is good for too long. Let it expire {minutes} minutes after it is made, or sooner', 403, {
        values: { minutes: TOKEN_MINUTES },
      })
    if (typeof sub !== 'string' || !sub.trim() || sub.length > NAME_MAX) throw invalid('The sign-in token names nobody')
    return sub.trim()
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (error instanceof errors.JWTExpired) throw invalid('The sign-in token has expired')
    if (error instanceof errors.JWTClaimValidationFailed) throw invalid('The sign-in token needs sub, whom it is about, and exp, when it expires')
    throw invalid('The sign-in token is not signed with the secret of this app')
  }
}
