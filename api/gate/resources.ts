// Holds a page against the queries, components and APIs of its app: those that it names are there. Pure; told at the exact place, with what was meant.
import { isOfQueries, readResourceAddress, type NamedKind } from '../models/resource-address.ts'
import { isAddressKey } from './addresses.ts'
import { pathOf, type Found, type Place } from './findings.ts'
import { regionIn, type Region } from './safety.ts'
import { nearest } from './suggest.ts'

/** Keys of what there is in an app. */
export type ResourceTable = Readonly<Record<'query' | 'api', readonly string[]>> & {
  /** Components with the keys of what they take. */
  readonly component?: Readonly<Record<string, readonly string[]>>
}

type Json = Record<string, unknown>
const object = (value: unknown): Json | undefined => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : undefined)
const NO_NAMES: ReadonlySet<string> = new Set()
const METHOD = /^(?:get|post|put|patch|delete|raw|schema):/i
const UNKNOWN = { query: 'This app has no query "{name}"', component: 'This app has no component "{name}"', api: 'This app has no API "{name}"' }

export function checkResources(screen: unknown, table: ResourceTable): Found[] {
  const found: Found[] = []
  const report = (place: Place | undefined, code: string, english: string, name: string, names: readonly string[] = []) =>
    void found.push({ path: pathOf(place), severity: 'error', code, english, values: { name }, meant: () => nearest(name, names) })
  function checkKey(place: Place | undefined, kind: NamedKind, key: string) {
    const keys = kind === 'component' ? Object.keys(table.component ?? {}) : table[kind]
    if (!keys.some(one => one.toLowerCase() === key.toLowerCase())) report(place, 'resource.unknown', UNKNOWN[kind], key, keys)
  }
  function checkComponent(place: Place | undefined, { componentKey: component, props }: Json) {
    if (typeof component !== 'string' || !component || component.includes('$')) return
    checkKey({ up: place, key: 'componentKey' }, 'component', component)
    const [, taken] = Object.entries(table.component ?? {}).find(([key]) => key.toLowerCase() === component.toLowerCase()) ?? []
    if (!taken) return
    for (const name of Object.keys(object(props) ?? {}))
      if (!taken.includes(name)) report({ up: { up: place, key: 'props' }, key: name }, 'component.prop', 'This component takes no "{name}"', name, taken)
  }
  function checkAddress(place: Place, value: unknown) {
    const text = typeof value === 'string' ? value : object(value)?.url
    if (typeof text !== 'string') return
    const spot: Place = typeof value === 'string' ? place : { up: place, key: 'url' }
    const url = text.trim().replace(METHOD, '')
    const named = readResourceAddress(url)
    if (named) checkKey(spot, named.kind, named.key)
    else if (/^(api|query):/.test(url) && !url.includes('$'))
      report(spot, 'resource.address', 'A query or an API is named "query:key" or "api:key", not "{name}"', url.slice(0, 80))
  }
  function walk(node: unknown, place: Place | undefined, region: Region): void {
    if (Array.isArray(node)) return node.forEach((item, index) => typeof item === 'object' && walk(item, { up: place, key: index }, region))
    if (region === 'data') return
    const own = object(node)
    if (!own) return
    if (isOfQueries(own.type) && typeof own.query === 'string' && own.query && !own.query.includes('$'))
      checkKey({ up: place, key: 'query' }, 'query', own.query)
    if (own.type === 'tessera-component') checkComponent(place, own)
    for (const key in own) {
      const value = own[key]
      const here: Place = { up: place, key }
      if (isAddressKey(key)) checkAddress(here, value)
      if (value && typeof value === 'object') walk(value, here, regionIn(region, key, own, value, NO_NAMES))
    }
  }
  walk(screen, undefined, 'parts')
  return found
}
