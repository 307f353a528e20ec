// One request to the outside and its answer: over http or https alone, to an address that was checked, with limits of time and size. Redirects are
// followed by us, so that each of them is checked like the first address.
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AddressError, addressOf } from '../foundation/addresses.ts'

const MOST_REDIRECTS = 5
const WORDS = { private: 'This installation calls nothing in private networks', never: 'This address cannot be called' }

export interface Outgoing {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string | undefined
}
export interface Incoming {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Addresses that it led to. */
  redirects: string[]
}
export interface SendLimits {
  mayBePrivate: boolean
  maxBytes: number
  /** Ends it, whatever it is at. */
  signal: AbortSignal
}

/** Why there is no answer; `english` is a sentence of the dictionary. `again`: it may go better another time. */
export class SendError extends Error {
  constructor(
    readonly kind: 'address' | 'failed' | 'tooLarge' | 'tooSlow',
    readonly english: string,
    readonly again = false,
  ) {
    super(english)
  }
}

const NOBODY = 'Nothing answers at this address and port'
/** No connection was made, so that nothing was done by it. */
export const neverSent = ({ english }: SendError) => english === NOBODY

const CAUSES: Record<string, string> = {
  ECONNREFUSED: NOBODY,
  ECONNRESET: 'The other side broke off the connection',
  EPIPE: 'The other side broke off the connection',
  ETIMEDOUT: NOBODY,
  EHOSTUNREACH: 'There is no way to this address from here',
  ENETUNREACH: 'There is no way to this address from here',
  CERT_HAS_EXPIRED: 'The certificate of the other side has expired',
  CERT_NOT_YET_VALID: 'The certificate of the other side is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The other side has made its certificate itself: nobody known vouches for it',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the other side comes from an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the other side comes from an authority that is not known here',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate of the other side comes from an authority that is not known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the other side is for another host',
  EPROTO: 'The other side does not speak https at this port, or none that is safe',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The other side does not speak https at this port, or none that is safe',
  HPE_INVALID_CONSTANT: 'The other side does not answer as http does',
  ERR_INVALID_CHAR: 'A header has characters that none may have',
  ERR_INVALID_HTTP_TOKEN: 'A header has a name that none may have',
}

function sendError(error: unknown, signal: AbortSignal): SendError {
  if (error instanceof SendError) return error
  if (signal.aborted) return new SendError('tooSlow', 'The other side took too long', true)
  if (error instanceof AddressError) return new SendError('address', error.english)
  const { code = '' } = error as NodeJS.ErrnoException
  if (/^Z_|^ERR_.*BROTLI|^ERR__ERROR/.test(code)) return new SendError('failed', 'The answer is packed in a way that cannot be read')
  if (code.startsWith('HPE_')) return new SendError('failed', 'The other side does not answer as http does')
  const english = CAUSES[code] ?? (/SSL|TLS|CERT/.test(code) ? 'No safe connection to the other side could be made' : 'The connection to the other side failed')
  return new SendError('failed', english, /^E(CONN|PIPE|TIMEDOUT|HOST|NET)/.test(code))
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const end = () => reject(new SendError('tooSlow', 'The other side took too long', true))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

const UNPACK: Record<string, () => NodeJS.ReadWriteStream & Readable> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The bytes of an answer, unpacked; what is too large is not read to its end, packed or not. */
function bytesOf(answer: http.IncomingMessage, method: string, maxBytes: number, give: (error: unknown, body?: Buffer) => void) {
  const packed = (answer.headers['content-encoding'] ?? '').trim().toLowerCase()
  const unpack = packed && packed !== 'identity' ? UNPACK[packed] : undefined
  if (packed && packed !== 'identity' && !unpack) return give(new SendError('failed', 'The answer is packed in a way that cannot be read'))
  const tooLarge = () => new SendError('tooLarge', 'The answer is larger than it may be')
  // What says its size is not begun.
  if (!unpack && method !== 'HEAD' && Number(answer.headers['content-length'] ?? 0) > maxBytes) return give(tooLarge())
  const stream: Readable = unpack ? (answer.pipe(unpack()) as Readable) : answer
  const parts: Buffer[] = []
  let size = 0
  answer.on('error', give)
  answer.on('aborted', () => give(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })))
  stream.on('error', give)
  stream.on('data', (part: Buffer) => {
    size += part.length
    if (size > maxBytes) {
      give(tooLarge())
      stream.destroy()
      return
    }
    parts.push(part)
  })
  stream.on('end', () => give(undefined, Buffer.concat(parts)))
}

/** One request to one address, without following where it leads. */
async function once({ method, url, headers, body }: Outgoing, { mayBePrivate, maxBytes, signal }: SendLimits): Promise<Omit<Incoming, 'redirects'>> {
  const address = await Promise.race([addressOf(url.hostname, mayBePrivate, WORDS), aborted(signal)])
  const family = isIP(address)
  const lookup: LookupFunction = (_host, options, give) => {
    if (options.all) (give as unknown as (error: null, list: { address: string; family: number }[]) => void)(null, [{ address, family }])
    else give(null, address, family)
  }
  return new Promise((resolve, reject) => {
    let isDone = false
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        ...headers,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      lookup,
      agent: false,
      signal,
    })
    const end = (error: unknown, answer?: Omit<Incoming, 'redirects'>) => {
      if (isDone) return
      isDone = true
      if (answer) return resolve(answer)
      request.destroy()
      reject(sendError(error, signal))
    }
    request.on('error', error => end(error))
    request.on('response', answer => {
      const told = Object.fromEntries(
        Object.entries(answer.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]])),
      )
      bytesOf(answer, method, maxBytes, (error, bytes) => end(error, bytes && { status: answer.statusCode ?? 0, headers: told, body: bytes }))
    })
    request.end(body)
  })
}

/** Headers that say nothing of who asks. */
const PLAIN = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])
const isWeb = (url: URL) => url.protocol === 'http:' || url.protocol === 'https:'

/** Where a redirect leads, as the next request; undefined where the answer is none. */
function nextOf(sent: Outgoing, { status, headers }: Pick<Incoming, 'status' | 'headers'>): Outgoing | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || !headers.location) return undefined
  if (!URL.canParse(headers.location, sent.url.href)) throw new SendError('address', 'The other side leads to something that is no address')
  const url = new URL(headers.location, sent.url.href)
  if (!isWeb(url) || url.username || url.password) throw new SendError('address', 'The other side leads to an address that is not followed')
  if (sent.url.protocol === 'https:' && url.protocol === 'http:')
    throw new SendError('address', 'The other side leads to an address without encryption, which is not followed')
  const isElsewhere = url.origin !== sent.url.origin
  const becomesGet = status === 303 || ((status === 301 || status === 302) && sent.method === 'POST')
  const method = becomesGet && sent.method !== 'HEAD' ? 'GET' : sent.method
  if (isElsewhere && method !== 'GET' && method !== 'HEAD')
    throw new SendError('address', 'The other side leads what is sent to another host, which is not followed')
  // What says who asks is for the host that it was meant for.
  const kept = Object.entries(sent.headers).filter(([name]) => (!isElsewhere || PLAIN.has(name.toLowerCase())) && !(becomesGet && /^content-type$/i.test(name)))
  return { method, url, headers: Object.fromEntries(kept), ...(!becomesGet && { body: sent.body }) }
}

/** Sends it, and follows where it leads. */
export async function send(first: Outgoing, limits: SendLimits): Promise<Incoming> {
  const redirects: string[] = []
  let request = first
  if (!isWeb(first.url)) throw new SendError('address', 'Only http and https addresses are called')
  for (;;) {
    let answer: Omit<Incoming, 'redirects'>
    try {
      answer = await once(request, limits)
    } catch (error) {
      throw sendError(error, limits.signal)
    }
    const next = nextOf(request, answer)
    if (!next) return { ...answer, redirects }
    if (redirects.length >= MOST_REDIRECTS) throw new SendError('failed', 'The other side leads from one address to the next without end')
    redirects.push(next.url.href)
    request = next
  }
}
