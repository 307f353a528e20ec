// One way to the server for everything in the browser: headers, cancellation, progress, and what to do when the session is gone.
import axios, { type AxiosProgressEvent, type AxiosResponse, type ResponseType } from 'axios'
import type { CallId } from '../generated/calls.ts'
import type { Locale } from '../messages.ts'
import type { Envelope } from '../envelope.ts'

/** What the transport must know about the person and whom it tells when that is out of date. */
export interface ClientHost {
  locale(): Locale
  /** What is asked for, as Accept-Language says it, where it is more than the words of ours: texts of a running app have further languages. */
  languages?(): string
  csrfToken(): string
  /** The shell's own reference, for calls that no screen makes; empty for nobody. */
  authority(): string
  /** Of an app, that a preview is seen as; empty where nobody plays one. */
  role?(): string
  /** The app that this page shows in a page of another site, such as acme/shop; left out elsewhere. */
  embedded?(): string
  /** Asks for the session again; answers whether somebody is signed in. */
  refreshSession(): Promise<boolean>
  /** A call that needs a person was made without one. */
  onSignedOut(): void
  /** A changing call went well; what it changed about the session should be known before its answer is. */
  afterCall(id: CallId, data: Record<string, unknown> | undefined): Promise<void>
  /** The installation has a step to do first, at this address. */
  onSetupPending(address: string): void
}

export interface Sent {
  url: string
  method?: string
  data?: unknown
  headers?: Record<string, string>
  /** Reference of what the screen behind this call may do; the shell's own when left out. */
  authority?: string
  responseType?: ResponseType
  signal?: AbortSignal
  onUploadProgress?: (event: AxiosProgressEvent) => void
  onDownloadProgress?: (event: AxiosProgressEvent) => void
}

/** The reference by which the server knows what a call may do at most (docs/authority.md). */
const AUTHORITY = 'x-tessera-authority'
/** The role of an app that a preview is seen as; the server answers no more than that role may have. */
const ROLE = 'x-tessera-role'
/** The app in whose frame this page stands: the server takes the session of that frame. */
const EMBEDDED = 'x-tessera-embedded'

// Every status reaches the code that reads the envelope.
const http = axios.create({ baseURL: '/', validateStatus: () => true })

let host: ClientHost = {
  locale: () => 'en-US',
  csrfToken: () => '',
  authority: () => '',
  refreshSession: async () => false,
  onSignedOut: () => {},
  afterCall: async () => {},
  onSetupPending: () => {},
}

/** Called once by the shell, before the first call. */
export function connectClient(to: ClientHost) {
  host = to
}

export const afterCall = (id: CallId, data: Record<string, unknown> | undefined) => host.afterCall(id, data)
export const currentLocale = () => host.locale()
export const isCancelled = (error: unknown) => axios.isCancel(error) || (error as { code?: string } | undefined)?.code === 'ERR_CANCELED'

/** An envelope for an answer that has none: empty, or made by a proxy on the way. */
export function toEnvelope(status: number, body: unknown): Envelope {
  if (body && typeof body === 'object' && 'status' in body) return body as Envelope
  if (status < 400) return { status: 0, msg: '', data: body && typeof body === 'object' ? (body as Record<string, unknown>) : {} }
  return { status, msg: `HTTP ${status}`, code: 'transport.noEnvelope' }
}

const isUnsafe = (method: string | undefined) => !/^(get|head)$/i.test(method ?? 'get')
const ownHost = (url: string) => new URL(url, location.href).origin === location.origin

/** Headers that only this file sets: a screen could name them otherwise, in whatever case. */
const OURS = new Set(['x-csrf-token', AUTHORITY, ROLE, EMBEDDED])

async function once({ authority = host.authority(), ...sent }: Sent): Promise<AxiosResponse<unknown>> {
  const given = Object.entries(sent.headers ?? {}).filter(([name]) => !OURS.has(name.trim().toLowerCase()))
  const headers: Record<string, string> = { Accept: 'application/json', ...Object.fromEntries(given) }
  // Neither the language nor the token is anybody else's business.
  if (ownHost(sent.url)) {
    headers['Accept-Language'] = host.languages?.() || host.locale()
    if (isUnsafe(sent.method)) headers['x-csrf-token'] = host.csrfToken()
    if (authority) headers[AUTHORITY] = authority
    const embedded = host.embedded?.()
    if (embedded) headers[EMBEDDED] = embedded
    const role = host.role?.()
    if (role) headers[ROLE] = role
  }
  const { onDownloadProgress: tell } = sent
  const onDownloadProgress = tell && ((event: AxiosProgressEvent) => tell({ ...event, total: toldSize(event) ?? event.total }))
  return http.request<unknown>({ ...sent, method: sent.method ?? 'get', headers, ...(onDownloadProgress && { onDownloadProgress }) })
}

/** The size of a file as the server says it: what is compressed on the way comes without a length of its own. */
function toldSize({ event }: AxiosProgressEvent): number | undefined {
  const from = (event as { target?: unknown } | undefined)?.target
  return (from instanceof XMLHttpRequest && Number(from.getResponseHeader('x-content-length'))) || undefined
}

async function codeOf(answer: AxiosResponse<unknown>): Promise<Envelope | undefined> {
  if (answer.data instanceof Blob && answer.data.type.includes('json')) {
    try {
      return JSON.parse(await answer.data.text()) as Envelope
    } catch {
      return undefined
    }
  }
  return answer.data && typeof answer.data === 'object' ? (answer.data as Envelope) : undefined
}

/** Sends; a token that went stale is renewed once, a lost session and a pending setup step are told to the shell. */
export async function send(sent: Sent): Promise<AxiosResponse<unknown>> {
  let answer = await once(sent)
  if (answer.status < 400) return answer
  let code = (await codeOf(answer))?.code
  const isStale = code === 'request.forged' || (code === 'request.outOfDate' && sent.authority === undefined)
  if (answer.status === 403 && isStale && (await host.refreshSession())) {
    answer = await once(sent)
    code = answer.status < 400 ? undefined : (await codeOf(answer))?.code
  }
  if (answer.status === 401 && code === 'access.signedOut') host.onSignedOut()
  if (answer.status === 503 && code === 'setup.pending') {
    const { data } = (await codeOf(answer)) ?? {}
    host.onSetupPending(String(data?.redirect || '/install'))
  }
  return answer
}
