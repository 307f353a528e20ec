// How screens name the rows of a model: `get:model:main/customer`, with a rest and a query as an address has them. The name holds neither organisation nor
// app nor environment, so that it means the same in a copy, a package and a release. Where a page runs it is made into the address of a call, once.

/** Source and model of a name, and what follows: the rest of the path with its slash, and the query. */
export interface ModelAddress {
  source: string
  model: string
  rest: string
  query: string
}

export const MODEL_SCHEME = 'model:'
const NAME = /^model:([A-Za-z][\w-]*)\/([A-Za-z][\w-]*)((?:\/[^?#]*)?)((?:[?#].*)?)$/s

/** What `model:…` names; undefined for any other address, and for one that is only begun. The method is no part of it. */
export function readModelAddress(url: string): ModelAddress | undefined {
  const found = NAME.exec(url)
  if (!found) return undefined
  const [, source = '', model = '', rest = '', query = ''] = found
  return { source, model, rest, query }
}

export const modelAddress = (source: string, model: string, rest = '') => `${MODEL_SCHEME}${source}/${model}${rest}`

/** Components of ours that show rows of a model: `source`, `model`, `fields` and `filter` say which. */
export const ROW_PARTS = ['tessera-data-table', 'tessera-board', 'tessera-import-rows'] as const
export const isOfRows = (type: unknown) => ROW_PARTS.some(part => part === type)

/** Where the rows of all models of an app are, in the environment that its key says. */
export const dataApiOf = (companyKey: string, appUrlKey: string) => `/api/resource/${encodeURIComponent(companyKey)}/${encodeURIComponent(appUrlKey)}/source`

/** The address of the call behind a name; every other address as it is. */
export function resolveModelAddress(url: string, dataApi: string): string {
  const named = dataApi ? readModelAddress(url) : undefined
  return named ? `${dataApi}/${named.source}/model/${named.model}${named.rest}${named.query}` : url
}
