// Refusals as SCIM says them.
import { say, type Locale } from '../messages.ts'
import { ApiError, sayField } from './errors.ts'
import { kindOf, ERROR } from './services/scim/index.ts'
import { isDatabaseAway } from './store/database.ts'

/** Whatever went wrong as a refusal; undefined for what nobody foresaw. */
function foreseen(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code, statusCode = 500 } = (error ?? {}) as { code?: string; statusCode?: number }
  // Two requests at once, or another organisation's, took the name first.
  if (code === '23505') return new ApiError('scim.uniqueness', 'Somebody with this userName or email exists already', 409)
  if (isDatabaseAway(error)) return new ApiError('server.databaseAway', 'The database is away. Try again in a moment', 503)
  if (statusCode === 413) return new ApiError('request.tooLarge', 'This is too large', 413)
  if (statusCode === 415) return new ApiError('request.mediaType', 'This kind of content is not accepted here', 415)
  if (statusCode >= 400 && statusCode < 500) return new ApiError('request.malformed', 'The request cannot be read', statusCode)
  return undefined
}

/** The body of RFC 7644, section 3.12. */
export function scimError(error: unknown, locale: Locale, requestId: string): { status: number; body: Record<string, unknown> } {
  const known = foreseen(error)
  const { status, scimType } = known ? kindOf(known) : { status: 500 }
  const { values, fields } = known?.more ?? {}
  const texts = Object.entries(fields ?? {}).map(([name, text]) => `${name}: ${sayField(text, locale, values)}`)
  const detail = known
    ? texts.join('; ') || say(locale, known.english, values)
    : say(locale, 'Something went wrong on our side. Quote {id} when you report it', { id: requestId })
  return { status, body: { schemas: [ERROR], status: String(status), ...(scimType && { scimType }), detail } }
}
