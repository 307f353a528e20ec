// Requests as a page of an app makes them: what its schema says with the data around it, sent to the server by whom one says.
import { evaluate, registerFilter } from 'amis-formula'
import { resolveModelAddress } from '../../api/models/address.ts'
import type { Person, World } from './world.ts'

registerFilter('url_encode', input => encodeURIComponent(String(input ?? '')))
registerFilter('map', (input: unknown[], filter: string) => (filter === 'url_encode' ? input.map(one => encodeURIComponent(String(one))) : input))
registerFilter('join', (input: unknown[], glue: string) => input.join(glue))

type Json = Record<string, unknown>
export interface PageApi {
  method?: string
  url: string
  data?: Json
}

/** A template in some data: an expression alone keeps what it gives, as amis' data mapping does. */
function filled(value: unknown, data: Json): unknown {
  if (Array.isArray(value)) return value.map(one => filled(one, data))
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, data)]))
  if (typeof value !== 'string' || !value.includes('${')) return value
  const alone = /^\$\{((?:[^{}]|\{[^{}]*\}|\{(?:[^{}]|\{[^{}]*\})*\})*)\}$/s.exec(value)
  return evaluate(alone?.[1] ?? value, data, { evalMode: !!alone, defaultFilter: 'raw' } as never)
}

/** Sends what an `api` of a page of acme's app shop says; answers the envelope. */
export async function askAs(world: World, person: Person, { method = 'get', url, data }: PageApi, around: Json = {}) {
  const body = data && (JSON.parse(JSON.stringify(filled(data, around))) as Json)
  const address = resolveModelAddress(String(filled(url, around)), '/api/resource/acme/shop-dev/source')
  const isRead = method === 'get' || method === 'delete'
  const query = isRead && body ? `${address.includes('?') ? '&' : '?'}${new URLSearchParams(Object.entries(body).map(([key, one]) => [key, String(one)]))}` : ''
  const reply = await world.running.app.inject({
    method: method.toUpperCase() as 'GET',
    url: address + query,
    headers: await world.headersOf(person),
    ...(!isRead && { payload: body ?? {} }),
  })
  return { http: reply.statusCode, raw: reply.rawPayload, ...(reply.headers['content-type']?.toString().includes('json') ? (reply.json() as Json) : {}) } as {
    http: number
    raw: Buffer
    status?: number
    code?: string
    data?: Record<string, any>
  }
}
