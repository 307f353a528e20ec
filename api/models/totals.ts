// How charts and tiles on pages say which figures of a model they show. The address of the figures is all that is kept, and is read again by the designer.
import { modelAddress, readModelAddress } from './address.ts'
import { filterText, filterTree, namedOfPage } from './options.ts'

type Json = Record<string, unknown>
const MEASURES = ['count', 'sum', 'avg', 'min', 'max'] as const
export type Measure = (typeof MEASURES)[number]
const UNITS = ['day', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]
export interface ModelTotals {
  source: string
  model: string
  measure: Measure
  /** Key of the number field that is measured; none for counting. */
  of?: string
  /** Key of the field whose values the figures are told for. */
  by?: string
  unit?: Unit
  filter?: Json
}

const TOTAL = /^\/total\/(\w+)$/
const METHOD = /^get:/i
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const oneOf = <T extends string>(list: readonly T[], value: unknown): T | undefined => list.find(one => one === value)

export function totalsApi({ source, model, measure, of, by, unit, filter }: ModelTotals) {
  const text = filter && Array.isArray(filter.children) && filter.children.length ? filterText(filter) : ''
  const data = {
    ...(measure !== 'count' && of && { of }),
    ...(by && { by, ...(unit && { unit }) }),
    ...(text && { filter: text }),
  }
  const named = namedOfPage(text)
  return {
    method: 'get',
    url: modelAddress(source, model, `/total/${measure}`),
    ...(Object.keys(data).length && { data }),
    ...(named.length && { trackExpression: named.join(' ') }),
  }
}

/** What an address of figures says; undefined for any other. */
export function readTotals(api: unknown): ModelTotals | undefined {
  const url = typeof api === 'string' ? api : isObject(api) ? api.url : undefined
  const named = typeof url === 'string' ? readModelAddress(url.replace(METHOD, '')) : undefined
  const measure = oneOf(MEASURES, named && TOTAL.exec(named.rest)?.[1])
  if (!named || !measure) return undefined
  const data = isObject(api) && isObject(api.data) ? api.data : {}
  const text = (key: string) => (typeof data[key] === 'string' && data[key] ? (data[key] as string) : undefined)
  const [of, by, unit, filter] = [text('of'), text('by'), oneOf(UNITS, data.unit), filterTree(data.filter)]
  return { source: named.source, model: named.model, measure, ...(of && { of }), ...(by && { by }), ...(unit && { unit }), ...(filter && { filter }) }
}
