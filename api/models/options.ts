// How choosers on pages say that their options are rows of a model. The address of the options is all that is kept: it names the model, and what was chosen
// in the designer is read out of it again.
import { modelAddress, readModelAddress } from './address.ts'

type Json = Record<string, unknown>
export interface ModelOptions {
  source: string
  model: string
  /** Key of the field that names a row. */
  label: string
  /** Key of the field that is kept of a chosen row. */
  value: string
  /** A relation of the model to itself, for trees. */
  parent?: string
  /** Only these rows: a condition tree, whose values may be of the page. */
  filter?: Json
  orderBy?: string
  orderDir?: 'asc' | 'desc'
}
export interface OptionsApi {
  method: 'get'
  url: string
  data?: Json
  trackExpression?: string
}

const OPTION = /^\/option\/([A-Za-z][\w-]*)$/
const METHOD = /^get:/i
/** A value of a condition that is one of the page, as people write it and as it stands in the text of the conditions. */
const OF_PAGE = /^\$\{([^{}]+)\}$/
const WRITTEN = /"?\$\{ENCODEJSON\(([^{}]+?) \|\| null\)\}"?/g
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of conditions. A value of the page comes into it as JSON, whatever it holds. */
export function filterText(tree: Json): string {
  return JSON.stringify(tree, (_key, value: unknown) => {
    const named = typeof value === 'string' ? OF_PAGE.exec(value)?.[1] : undefined
    return named === undefined ? value : `\u0001${named.trim()}\u0001`
  }).replace(/"\\u0001(.*?)\\u0001"/g, (_all, name: string) => `\${ENCODEJSON(${JSON.parse(`"${name}"`) as string} || null)}`)
}
/** The conditions of such a text; undefined for any other. */
export function filterTree(text: unknown): Json | undefined {
  if (typeof text !== 'string' || !text) return undefined
  try {
    const tree: unknown = JSON.parse(text.replace(WRITTEN, (_all, name: string) => JSON.stringify(`\${${name}}`)))
    return isObject(tree) ? tree : undefined
  } catch {
    return undefined
  }
}
/** What of the page the conditions name. */
export const namedOfPage = (text: string) => [...text.matchAll(WRITTEN)].map(([, name]) => `\${${name}}`)

/** The address of the options. `selected` is what is chosen now, as an expression; `more` is asked besides. */
export function optionsApi(options: ModelOptions, selected: string, more: Json = {}): OptionsApi {
  const { source, model, label, value, parent, filter, orderBy, orderDir } = options
  const text = filter && Array.isArray(filter.children) && filter.children.length ? filterText(filter) : undefined
  const query = selected ? `?selected=\${${selected}|url_encode}` : ''
  const data = {
    ...(value !== 'id' && { value }),
    ...(parent && { parent }),
    ...(orderBy && { orderBy, orderDir: orderDir ?? 'asc' }),
    ...(text && { filter: text }),
    ...more,
  }
  const url = `${modelAddress(source, model, `/option/${label}`)}${query}`
  const named = text ? namedOfPage(text) : []
  return {
    method: 'get',
    url,
    ...(Object.keys(data).length && { data }),
    // amis asks again when this changes, and looks at the address alone where nothing is said.
    ...(named.length && { trackExpression: [...(selected ? [`\${${selected}}`] : []), ...named].join(' ') }),
  }
}

/** Whether an address asks for rows of a model to choose from, or for figures of theirs: its query names fields, and what is in it else is of the page. */
export const asksAbout = (api: unknown): boolean => {
  const url = typeof api === 'string' ? api : isObject(api) ? api.url : undefined
  return typeof url === 'string' && /^\/(option|total)\//.test(readModelAddress(url.replace(METHOD, ''))?.rest ?? '')
}

/** What an address of options says; undefined for any other source. */
export function readOptions(api: unknown): ModelOptions | undefined {
  const url = typeof api === 'string' ? api : isObject(api) ? api.url : undefined
  const named = typeof url === 'string' ? readModelAddress(url.replace(METHOD, '')) : undefined
  const label = named && OPTION.exec(named.rest)?.[1]
  if (!named || !label) return undefined
  const data = isObject(api) && isObject(api.data) ? api.data : {}
  const text = (key: string) => (typeof data[key] === 'string' && data[key] ? (data[key] as string) : undefined)
  const filter = filterTree(data.filter)
  const orderBy = text('orderBy')
  const parent = text('parent')
  return {
    source: named.source,
    model: named.model,
    label,
    value: text('value') ?? 'id',
    ...(parent && { parent }),
    ...(filter && { filter }),
    ...(orderBy && { orderBy, orderDir: text('orderDir') === 'desc' ? 'desc' : 'asc' }),
  }
}
