// Tokens of OAuth 2 (client credentials), fetched once and used until shortly before they end.
import { createHash } from 'node:crypto'
import { ApiError } from '../../errors.ts'
import { fillAddress } from './request.ts'
import { send, type SendLimits } from './send.ts'
import { fillText, type Places } from './templates.ts'
import type { Auth } from './types.ts'

const KEPT = 500
const DEFAULT_SECONDS = 300
const EARLY_SECONDS = 30
const TOKEN_BYTES = 100_000

interface Kept {
  token: string
  until: number
}

const tokenRefused = (english: string, status: number) => new ApiError('api.tokenRefused', english, 502, { values: { status } })

export function createTokens() {
  const kept = new Map<string, Kept>()

  async function fetchToken(auth: Auth, places: Places, limits: SendLimits): Promise<Kept> {
    const text = (value: string | undefined) => fillText(value ?? '', places).trim()
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(text(auth.scope) && { scope: text(auth.scope) }) })
    // RFC 6749, 2.3.1: the id and the secret are form-encoded before they are put together.
    const encoded = (value: string) => new URLSearchParams({ v: value }).toString().slice(2)
    const basic = Buffer.from(`${encoded(text(auth.clientId))}:${encoded(text(auth.clientSecret))}`).toString('base64')
    const headers = {
      accept: 'application/json',
      'user-agent': 'Tessera',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${basic}`,
    }
    const url = fillAddress(auth.tokenUrl ?? '', places)
    const { status, body } = await send({ method: 'POST', url, headers, body: form.toString() }, { ...limits, maxBytes: TOKEN_BYTES })
    if (status !== 200) throw tokenRefused('The address for tokens answered with status {status}', status)
    let answer: Record<string, unknown>
    try {
      answer = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    } catch {
      throw tokenRefused('The address for tokens answered with something that is no token', status)
    }
    const { access_token: token, expires_in: seconds } = answer ?? {}
    if (typeof token !== 'string' || !token || token.length > 20_000)
      throw tokenRefused('The address for tokens answered with something that is no token', status)
    const lasts = Math.min(Math.max(Number(seconds ?? DEFAULT_SECONDS) || DEFAULT_SECONDS, 0), 86_400)
    return { token, until: Date.now() + (lasts - EARLY_SECONDS) * 1000 }
  }

  /** Under the values that ask for it: who changes a secret gets another token. */
  const keyOf = (place: string, auth: Auth, places: Places) =>
    createHash('sha256')
      .update(JSON.stringify([place, ...[auth.tokenUrl, auth.clientId, auth.clientSecret, auth.scope].map(text => fillText(text ?? '', places))]))
      .digest('base64')

  return {
    /** For the calls of one environment; `fresh` after the kept one was refused. */
    of: (place: string, limits: SendLimits, { fresh = false } = {}) => ({
      async get(auth: Auth, places: Places): Promise<string> {
        const key = keyOf(place, auth, places)
        const there = kept.get(key)
        if (there && !fresh && there.until > Date.now()) return there.token
        const found = await fetchToken(auth, places, limits)
        kept.delete(key)
        kept.set(key, found)
        if (kept.size > KEPT) kept.delete(kept.keys().next().value as string)
        return found.token
      },
    }),
  }
}
export type TokenStore = ReturnType<typeof createTokens>
