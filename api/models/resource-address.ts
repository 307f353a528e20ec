// How pages name the queries, components and APIs of their app: `query:sales_by_month`, `api:weather`. The name holds neither organisation nor app nor environment, so
// that it means the same in a copy, a package and a release. Where a page runs it is made into the address of a call, once.

export const NAMED_KINDS = ['query', 'component', 'api'] as const
export type NamedKind = (typeof NAMED_KINDS)[number]
export interface ResourceAddress {
  kind: NamedKind
  key: string
  /** What follows: a query of the address. */
  rest: string
}

const NAME = /^(query|component|api):([a-z][A-Za-z0-9_]{0,49})((?:\/(?:rows|export))?(?:[?#].*)?)$/s
/** Components of ours that show what a query answers, in `query`. */
export const QUERY_PARTS = ['tessera-chart'] as const
export const isOfQueries = (type: unknown) => QUERY_PARTS.some(part => part === type)

/** What `query:…`, `component:…` or `api:…` names; undefined for any other address. The method is no part of it. */
export function readResourceAddress(url: string): ResourceAddress | undefined {
  const found = NAME.exec(url)
  return found ? { kind: found[1] as NamedKind, key: found[2] as string, rest: found[3] ?? '' } : undefined
}

/** Where the queries and APIs of an app are answered, in the environment that its key says. */
export const resourceApiOf = (companyKey: string, appUrlKey: string) => `/api/resource/${encodeURIComponent(companyKey)}/${encodeURIComponent(appUrlKey)}`

/** The same place, from that of the rows of models beside it. */
export const resourceApiBeside = (dataApi: string) => dataApi.replace(/\/source$/, '')

/** The address of the call behind a name; every other address as it is. Days of a query begin where its reader is, unless it says where. */
export function resolveResourceAddress(url: string, resourceApi: string, zone?: string): string {
  const named = resourceApi ? readResourceAddress(url) : undefined
  if (!named) return url
  const [asked = '', ...place] = named.rest.split('#')
  const isElsewhere = named.kind !== 'query' || !zone || /[?&]zone=/.test(asked)
  const rest = isElsewhere ? named.rest : [`${asked}${asked.includes('?') ? '&' : '?'}zone=${encodeURIComponent(zone)}`, ...place].join('#')
  return `${resourceApi}/${named.kind}/${named.key}${rest}`
}

/** What the text of a page names, as `query key`; more than is meant where a text only looks like a name. */
export function namedResources(text: string): Set<string> {
  const named = new Set<string>()
  for (const [, kind, key] of text.matchAll(/\b(query|component|api):([a-z][A-Za-z0-9_]{0,49})/g)) named.add(`${kind} ${key}`)
  for (const [, kind, key] of text.matchAll(/"(query|component)(?:Key)?"\s*:\s*"([a-z][A-Za-z0-9_]{0,49})"/g)) named.add(`${kind} ${key}`)
  return named
}
