// What amis calls for every request of a screen. Refusals are handed on unthrown: amis puts them at the fields and in a notice.
import { afterCall, isCancelled, currentLocale, send, toEnvelope, type Sent } from './transport.ts'
import { findCall, refuseBody } from './validate.ts'
import { say } from '../messages.ts'

/** The parts of an amis api object that we read. */
export interface FetchedApi {
  url: string
  method?: string
  data?: unknown
  headers?: Record<string, string>
  responseType?: Sent['responseType']
  config?: Pick<Sent, 'headers' | 'onUploadProgress' | 'onDownloadProgress' | 'responseType'> & { cancelExecutor?: (cancel: () => void) => void }
}
export interface Fetched {
  status: number
  headers: Record<string, string>
  data: unknown
}

/** amis marks requests for parts of screens for itself; no call takes that. */
const unmarked = (url: string) => url.replace(/([?&])_replace=1(&|$)/, (_all, before: string, after: string) => (after ? before : ''))

const isPlain = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null && !(data instanceof FormData)

/** Sends an amis request; `saveDownload` takes answers that are files, `authority` is that of the screen that asks, the shell's own when left out. */
export async function fetcher(
  api: FetchedApi,
  saveDownload: (answer: Fetched, api: FetchedApi) => Promise<Fetched> | Fetched,
  authority?: string,
): Promise<Fetched> {
  const { config = {} } = api
  const method = (api.method ?? 'get').toUpperCase()
  const abort = new AbortController()
  config.cancelExecutor?.(() => abort.abort())

  const own = api.url.startsWith('/') && !api.url.startsWith('//')
  const id = own ? findCall(method, api.url) : undefined
  if (id && isPlain(api.data) && method !== 'GET' && method !== 'DELETE') {
    // What JSON would drop must not be refused as an unknown field.
    const refusal = await refuseBody(id, JSON.parse(JSON.stringify(api.data)), currentLocale())
    if (refusal) return { status: 200, headers: {}, data: refusal }
  }
  try {
    const answer = await send({
      url: own ? unmarked(api.url) : api.url,
      method,
      data: api.data,
      headers: { ...api.headers, ...config.headers },
      authority,
      // Viewers of documents say it in the second place.
      responseType: api.responseType ?? config.responseType,
      signal: abort.signal,
      onUploadProgress: config.onUploadProgress,
      onDownloadProgress: config.onDownloadProgress,
    })
    const headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    // A viewer asks for the bytes of a document, which it shows: a row's file is an attachment all the same.
    if (answer.data instanceof ArrayBuffer && answer.status < 400) return { status: answer.status, headers, data: answer.data }
    const read = await saveDownload({ status: answer.status, headers, data: answer.data }, api)
    if (read.data instanceof Blob) return read
    const envelope = toEnvelope(answer.status, read.data)
    // Before the screen goes on: where it goes may ask who is signed in now.
    if (id && method !== 'GET' && answer.status < 400) await afterCall(id, envelope.data)
    return { ...read, data: envelope }
  } catch (error) {
    if (isCancelled(error)) throw error
    return {
      status: 200,
      headers: {},
      data: { status: 503, msg: say(currentLocale(), 'The server cannot be reached. Check the connection and try again'), code: 'transport.offline' },
    }
  }
}

export { isCancelled }
