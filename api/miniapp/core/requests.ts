// From an amis api to one request: the names of models and queries become addresses, expressions their values.
import { resolveModelAddress } from '../../models/address.ts'
import { resolveResourceAddress, resourceApiBeside } from '../../models/resource-address.ts'
import { isTrue, textOf, valueOf } from './formula.ts'
import { isJson, type Json } from './json.ts'

export interface Request {
  method: string
  url: string
  body?: unknown
}
const METHOD = /^(get|post|put|patch|delete):/i

/** Values for names: `&` spreads a value, `$$` is all there is. */
export function mapped(pattern: unknown, scope: object): unknown {
  if (typeof pattern === 'string') return pattern === '$$' ? plain(scope) : valueOf(pattern, scope)
  if (Array.isArray(pattern)) return pattern.map(item => mapped(item, scope))
  if (!isJson(pattern)) return pattern
  const made: Json = {}
  for (const [key, value] of Object.entries(pattern)) {
    const one = mapped(value, scope)
    if (key === '&') Object.assign(made, isJson(one) ? one : {})
    else made[key] = one
  }
  return made
}
const plain = (scope: object): Json => ({ ...(scope as Json) })

/** Adds to the query of an address; lists and objects as `a[b]=`, as amis writes them. */
export function withQuery(url: string, data: Json): string {
  const pairs: string[] = []
  const add = (name: string, value: unknown) => {
    if (value === undefined || value === null) return
    if (Array.isArray(value)) value.forEach((item, at) => add(`${name}[${at}]`, item))
    else if (isJson(value)) for (const [key, item] of Object.entries(value)) add(`${name}[${key}]`, item)
    else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  }
  for (const [key, value] of Object.entries(data)) add(key, value)
  return pairs.length ? `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}` : url
}

/**
 * The request of an api; undefined where its `sendOn` says no. `own` and `body` go along where the api does not say what: the page of a list in the
 * address, the values of a form in the body.
 */
export function requestOf(
  api: unknown,
  scope: object,
  { dataApi, own, body, zone }: { dataApi: string; own: Json; body: Json; zone: string | undefined },
): Request | undefined {
  const said: Json = typeof api === 'string' ? { url: api } : isJson(api) ? api : {}
  if (typeof said.url !== 'string' || !said.url) return undefined
  if (!isTrue(said.sendOn, scope, true)) return undefined
  const named = METHOD.exec(said.url)?.[1]
  const method = String(said.method ?? named ?? 'get').toUpperCase()
  const template = said.url.replace(METHOD, '')
  const [address = '', ...query] = template.split('?')
  // Parts of an address are parts of an address, whatever is in them.
  const url = resolveResourceAddress(
    resolveModelAddress(textOf(address, scope) + (query.length ? `?${textOf(query.join('?'), scope)}` : ''), dataApi),
    resourceApiBeside(dataApi),
    zone,
  )
  const data = said.data === undefined || said.data === null ? undefined : (mapped(said.data, scope) as Json)
  if (method === 'GET' || method === 'DELETE') {
    const more = data ?? (template.includes('$') ? {} : own)
    return { method, url: withQuery(url, more) }
  }
  return { method, url, body: data ?? body }
}

/** What of an answer a page takes. */
export function answerOf(api: unknown, data: unknown, scope: object): Json {
  const answer: Json = isJson(data) ? data : Array.isArray(data) ? { items: data } : {}
  const wanted = isJson(api) ? api.responseData : undefined
  return isJson(wanted) ? (mapped(wanted, within(scope, answer)) as Json) : answer
}
const within = (around: object, own: Json): Json => Object.assign(Object.create(around) as Json, own)
