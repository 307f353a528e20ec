// The request that an HTTP definition stands for, with its places filled and its sign-in put in.
import { ApiError } from '../../errors.ts'
import type { Masks } from './masks.ts'
import type { Outgoing } from './send.ts'
import { fillJson, fillText, fillValue, type Places } from './templates.ts'
import type { Auth, HttpPart, Named } from './types.ts'

/** Set by us, or what would make two requests of one. */
const OUR_HEADERS = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'accept-encoding',
])
/** Whether a header of this name can be given. */
export const canBeSent = (name: string) => /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !OUR_HEADERS.has(name.toLowerCase())

const addressInvalid = () => new ApiError('api.addressInvalid', 'The address with its values is no http or https address', 422)

/** The address with the values of its places. A value stays within its part of the address: it names no other host and no other folder. */
export function fillAddress(text: string, places: Places): URL {
  const [path = '', ...query] = text.trim().split(/(?=\?)/)
  const at = (escape: (value: string) => string) => {
    const filled = fillText(path, places, escape) + fillText(query.join(''), places, encodeURIComponent)
    if (!URL.canParse(filled)) throw addressInvalid()
    return new URL(filled)
  }
  const url = at(value => {
    if (/^\.{0,2}$/.test(value.trim())) throw new ApiError('api.addressInvalid', 'A part of the address would be empty or lead elsewhere', 422)
    return encodeURIComponent(value)
  })
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw addressInvalid()
  if (url.username || url.password) throw new ApiError('api.addressInvalid', 'Put user name and password into the sign-in, not into the address', 422)
  if (url.origin !== at(() => 'x').origin) throw addressInvalid()
  url.hash = ''
  return url
}

const line = (text: string) => text.replace(/[\r\n\0]+/g, ' ').trim()
/** Names and values of a list; what was not given is left out, a list of values becomes one entry each. */
const pairs = (list: readonly Named[] | undefined, places: Places): [string, string][] =>
  (list ?? []).flatMap(({ name, value }) => {
    const found = fillValue(value, places)
    if (found === undefined || found === null || (found === '' && /^\{\{.*\}\}$/.test(value.trim()))) return []
    const key = fillText(name, places)
    return (Array.isArray(found) ? found : [found]).map(one => [key, typeof one === 'object' ? JSON.stringify(one) : String(one)] as [string, string])
  })

/** The JSON of a body; what is checked when it is saved may come from an older version. */
function jsonBody(text: string, places: Places): string {
  try {
    return JSON.stringify(fillJson(JSON.parse(text), places))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('api.definitionInvalid', 'The body is no JSON', 422)
  }
}

const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', text: 'text/plain; charset=utf-8' }

function bodyOf({ method, body }: HttpPart, places: Places): { body?: string; type?: string } {
  if (!body || body.kind === 'none' || method === 'GET' || method === 'HEAD') return {}
  const type = line(body.contentType ?? '') || CONTENT_TYPES[body.kind]
  if (body.kind === 'json') return { body: jsonBody(body.text ?? 'null', places), type }
  if (body.kind === 'form') return { body: new URLSearchParams(pairs(body.fields, places)).toString(), type }
  return { body: fillText(body.text ?? '', places), type }
}

/** Where the token of a sign-in comes from. */
export interface Tokens {
  get(auth: Auth, places: Places): Promise<string>
}

async function signIn(auth: Auth | undefined, places: Places, tokens: Tokens, masks: Masks): Promise<{ header?: [string, string]; query?: [string, string] }> {
  const text = (value: string | undefined) => line(fillText(value ?? '', places))
  if (!auth || auth.kind === 'none') return {}
  if (auth.kind === 'basic') {
    const both = Buffer.from(`${text(auth.username)}:${text(auth.password)}`).toString('base64')
    masks.add(both)
    return { header: ['authorization', `Basic ${both}`] }
  }
  if (auth.kind === 'bearer') return { header: ['authorization', `Bearer ${text(auth.token)}`] }
  if (auth.kind === 'key') {
    const pair: [string, string] = [text(auth.name), text(auth.value)]
    return auth.in === 'query' ? { query: pair } : { header: pair }
  }
  const token = await tokens.get(auth, places)
  masks.add(token)
  return { header: ['authorization', `Bearer ${token}`] }
}

/** Everything that is sent. */
export async function requestOf(http: HttpPart, places: Places, tokens: Tokens, masks: Masks): Promise<Outgoing> {
  const url = fillAddress(http.address, places)
  for (const [name, value] of pairs(http.query, places)) url.searchParams.append(name, value)
  const { header, query } = await signIn(http.auth, places, tokens, masks)
  if (query) url.searchParams.append(...query)
  const { body, type } = bodyOf(http, places)
  const headers: Record<string, string> = { accept: 'application/json, */*;q=0.5', 'user-agent': 'Tessera', ...(type && { 'content-type': type }) }
  const set = (name: string, value: string) => {
    const key = line(name).toLowerCase()
    if (key && !OUR_HEADERS.has(key)) headers[key] = line(value)
  }
  for (const [name, value] of pairs(http.headers, places)) set(name, value)
  if (header) set(...header)
  return { method: http.method, url, headers, ...(body !== undefined && { body }) }
}
