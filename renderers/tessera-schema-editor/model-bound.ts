// Which model a part of a page is of, as the builders of amis' editor hand it over, and which there are.
import { readModelAddress } from '../../api/models/address.ts'
import { onPage } from './built-words.ts'
import type { Bound, Feat } from './model-schemas.ts'
import { modelNow, placeNow, SOURCE } from './place.ts'

export type Json = Record<string, unknown>
export interface Config extends Json {
  /** Source and model, with a slash between them. */
  dsModel?: string
}
export interface Options {
  renderer?: string
  feat?: Feat
  feats?: Feat[]
  inScaffold?: boolean
  schema?: Json
  scaffoldConfig?: Config
  fieldSettings?: { renderLabel?: boolean }
  [more: string]: unknown
}
const METHOD = /^\w+:(?=model:)/
export const namedBy = (api: unknown) => {
  const url = typeof api === 'string' ? api : (api as { url?: unknown } | undefined)?.url
  return typeof url === 'string' ? readModelAddress(url.replace(METHOD, '')) : undefined
}
export const keyOf = (api: unknown): string | undefined => {
  const named = namedBy(api)
  return named && `${named.source}/${named.model}`
}
export function boundTo(key: string | undefined): Bound | undefined {
  const [source = '', name] = key?.split('/') ?? []
  const model = modelNow(source, name)
  return model && { source, model, say: onPage.say }
}
export const boundIn = ({ scaffoldConfig, schema }: Options): Bound | undefined =>
  boundTo(scaffoldConfig?.dsModel ?? keyOf(schema?.api) ?? keyOf(schema?.initApi))

export const choices = () =>
  placeNow().sources.flatMap(source =>
    source.models.map(({ key, name }) => ({ value: `${source.key}/${key}`, label: source.key === SOURCE ? name : `${name} · ${source.name}` })),
  )
