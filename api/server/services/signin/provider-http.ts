// Talking to a provider: over https, or without leaving this machine; certificates of its own, no redirects, small answers, in time.
import { lookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { connect as connectPlain } from 'node:net'
import { connect as connectTls, rootCertificates } from 'node:tls'
import { ApiError } from '../../errors.ts'
import type { Step } from '../../store/columns.ts'
import type { Steps } from './settings.ts'

const TIMEOUT_MS = 10_000
const ANSWER_MAX = 1024 * 1024

export const providerAway = () => new ApiError('signin.providerAway', 'The other side does not answer. Try again later, or sign in another way', 502)
export const proofWrong = () => new ApiError('signin.proofWrong', 'What the other side says about you cannot be verified. Sign in again', 422)
export const refusedThere = () => new ApiError('signin.refused', 'You were not signed in on the other side', 422)

const isNear = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(host)

/** The address of a provider; secrets and proofs do not travel in the clear. */
export function providerUrl(text: string): URL | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (!url || url.username || url.password || url.hash) return undefined
  return url.protocol === 'https:' || (url.protocol === 'http:' && isNear(url.hostname)) ? url : undefined
}
export const isPlain = (url: URL) => url.protocol === 'http:'

const trusting = (ca: string) => (ca.trim() ? { ca: [...rootCertificates, ca] } : {})

interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

const bytesOf = (body: unknown) =>
  body === undefined || body === null ? undefined : body instanceof Uint8Array || typeof body === 'string' ? body : String(body as URLSearchParams)

/** `fetch` for one provider: the built-in one takes no certificates. */
export function providerFetch(ca: string) {
  return async (address: string, { method = 'GET', headers = {}, body, signal }: Ask = {}): Promise<Response> => {
    const url = providerUrl(address)
    if (!url) throw new TypeError(`${address} is no https address`)
    const limit = AbortSignal.timeout(TIMEOUT_MS)
    const sent = bytesOf(body)
    return new Promise((resolve, reject) => {
      const request = (isPlain(url) ? http : https).request(
        url,
        {
          method,
          headers: { ...headers, ...(sent !== undefined && { 'content-length': String(Buffer.byteLength(sent)) }) },
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
          agent: false,
          ...(!isPlain(url) && trusting(ca)),
        },
        answer => {
          const parts: Buffer[] = []
          let size = 0
          answer.on('error', reject)
          answer.on('data', (part: Buffer) => {
            size += part.length
            if (size > ANSWER_MAX) request.destroy(new Error('the answer is too large'))
            parts.push(part)
          })
          answer.on('end', () => {
            const status = answer.statusCode ?? 502
            const fields = Object.entries(answer.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]))
            resolve(new Response([204, 205, 304].includes(status) ? null : Buffer.concat(parts), { status, headers: fields }))
          })
        },
      )
      request.on('error', reject)
      if (sent !== undefined) request.write(sent)
      request.end()
    })
  }
}

/** What went wrong with a connection, in one word such as ECONNREFUSED or DEPTH_ZERO_SELF_SIGNED_CERT. */
export function causeOf(error: unknown): string {
  const { code, cause, message, name } = error as Error & { code?: string; cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError') return 'ETIMEDOUT'
  return String(cause?.code ?? code ?? cause?.message ?? message).slice(0, 200)
}

export const failed = (name: string, text: string, values?: Step['values']): Step => ({ name, ok: false, text, values })
export const passed = (name: string, text: string, values?: Step['values']): Step => ({ name, ok: true, text, values })

function opened(url: URL, ca: string, isTls: boolean): Promise<string> {
  const port = Number(url.port) || (isPlain(url) ? 80 : 443)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = isTls ? connectTls({ host, port, servername: /^[\d.:]+$/.test(host) ? undefined : host, ...trusting(ca) }) : connectPlain({ host, port })
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      const until = 'getPeerCertificate' in socket ? socket.getPeerCertificate().valid_to : ''
      socket.destroy()
      resolve(until)
    })
  })
}

/** The way to a provider: its address, its name, a connection, its certificate. */
export async function* reach(address: string, ca: string): Steps {
  const url = providerUrl(address)
  if (!url) return yield failed('address', '{address} cannot be used. Give an https address; plain http is for this machine only', { address: address || '—' })
  yield passed('address', '{address} can be used', { address: url.href })
  const host = url.hostname.replace(/^\[|\]$/g, '')
  try {
    yield passed('dns', '{host} is {address}', { host, address: (await lookup(host)).address })
  } catch (error) {
    return yield failed('dns', 'The name {host} is not known here ({cause}). Check the spelling and the name server of this machine', {
      host,
      cause: causeOf(error),
    })
  }
  try {
    await opened(url, ca, false)
    yield passed('connect', 'Something listens there')
  } catch (error) {
    return yield failed('connect', 'Nothing answers at {host} ({cause}). Check the port, and the firewall between here and there', {
      host: url.host,
      cause: causeOf(error),
    })
  }
  if (isPlain(url)) return
  try {
    yield passed('tls', 'The certificate is good until {until}', { until: await opened(url, ca, true) })
  } catch (error) {
    yield failed('tls', 'The certificate of {host} is not trusted ({cause}). Put the certificate of its issuer into the field for certificates', {
      host: url.host,
      cause: causeOf(error),
    })
  }
}
