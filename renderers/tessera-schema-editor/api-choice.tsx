// Below every control of the editor that takes an address: the APIs and queries of the app to choose from by name, and their parameters as fields.
import { addSchemaFilter, getVariable, normalizeApi, Renderer, setVariable, type RendererProps, type Schema } from 'amis-core'
import { readResourceAddress } from '../../api/models/resource-address.ts'
import { sayInEditor as say } from './component-plugin.ts'
import { PanelForm } from './panel-form.tsx'
import { placeNow, type DesignApi, type DesignQuery, type Place } from './place.ts'

type Json = Record<string, unknown>
type Kind = 'api' | 'query'
/** What is chosen; a query only reads, and is in no group. */
type Chosen = DesignApi & { kind: Kind; columns?: DesignQuery['groups'] }

/** A place where calls are named, and what stands there of an API or a query of the app. */
interface Named {
  kind: Kind
  key: string
  /** Values of parameters, in the address or beside it. */
  values: Json
}
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What there is to choose from: the APIs, then the queries. */
function offered({ apis = [], queries }: Pick<Place, 'apis' | 'queries'>): Chosen[] {
  const ofQuery = ({ key, name, parameters, groups, figures }: DesignQuery): Chosen => ({
    kind: 'query',
    key,
    name,
    group: say('Queries'),
    isRead: true,
    parameters: parameters.map(one => ({ ...one, required: false, default: '' })),
    columns: [...groups, ...figures],
  })
  return [...apis.map((one): Chosen => ({ ...one, kind: 'api' })), ...queries.map(ofQuery)]
}
const idOf = ({ kind, key }: Pick<Named, 'kind' | 'key'>) => `${kind}:${key}`

/** The API or query that an address names; undefined for every other address. */
export function apiNamedBy(value: unknown): Named | undefined {
  if (typeof value !== 'string' && !isObject(value)) return undefined
  const { url, data, method = 'get' } = normalizeApi(value as never) as { url?: string; data?: unknown; method?: string }
  const named = readResourceAddress(String(url ?? ''))
  // The rows behind a query, and its spreadsheet, are addresses of their own.
  if (!named || named.kind === 'component' || named.rest.startsWith('/')) return undefined
  const inAddress = Object.fromEntries(new URLSearchParams(/^\?([^#]*)/.exec(named.rest)?.[1]))
  const beside = isObject(data) && method.toLowerCase() !== 'get' ? data.parameters : data
  return { kind: named.kind, key: named.key, values: { ...inAddress, ...(isObject(beside) && beside) } }
}

/** What calls this API with these values; all else that was said of the call stays. */
export function callOf(api: DesignApi & { kind?: Kind }, values: Json, before?: unknown): string | Json {
  const said = isObject(before) ? { ...before } : {}
  delete said.data
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined))
  const url = `${api.kind ?? 'api'}:${api.key}`
  // Without data a form would send all its fields, and a call takes nothing but its parameters.
  if (!api.isRead) return { ...said, method: 'post', url, data: { parameters: given } }
  if (Object.keys(given).length) return { ...said, method: 'get', url, data: given }
  return Object.keys(said).some(key => key !== 'url' && key !== 'method') ? { ...said, method: 'get', url } : `get:${url}`
}

/** Each parameter begins with the value of its name on the page: a field of the form, a place of the address, the page of a list. */
const sameNames = ({ parameters }: DesignApi): Json => Object.fromEntries(parameters.map(({ key }) => [key, `\${${key}}`]))

/** A form looks up what is in its first values. */
const asWritten = (value: Json): Json => Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text).replaceAll('${', '\\${')]))
const written = (value: unknown) => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))
const titleOf = ({ name, group }: DesignApi) => (group ? `${group} / ${name}` : name)

function controls(all: readonly Chosen[], api: Chosen | undefined, named: Named | undefined): Json[] {
  return [
    {
      type: 'select',
      name: 'api',
      label: say('API or query of this app'),
      searchable: true,
      clearable: true,
      placeholder: say('Choose an API or a query'),
      options: all.map(one => ({ value: idOf(one), label: one.name, title: titleOf(one) })),
      // A panel is narrow: its group is told where one is chosen.
      menuTpl: { type: 'plain', name: 'title' },
    },
    ...(named && !api
      ? [{ type: 'alert', level: 'warning', showIcon: true, body: say(MISSING[named.kind], { name: named.key }) }]
      : (api?.parameters ?? []).map(({ key: name, label, required, default: otherwise }, at, { length }) => ({
          type: 'input-text',
          name: `values.${name}`,
          label,
          placeholder: otherwise,
          required,
          ...(at === length - 1 && { description: say('A value of the page is written as {example}.', { example: `\\\${${name}}` }) }),
        }))),
  ]
}

const MISSING: Record<Kind, string> = {
  api: 'This app has no API “{name}”, or it is hidden from you.',
  query: 'This app has no query “{name}”, or it is hidden from you.',
}

/** A table without columns gets those of the query; a choice or a name is what people read of it. */
const columnsFor = ({ columns = [] }: Chosen) =>
  columns.map(({ key, label }, at) => ({ name: key, label, id: `column-${at + 1}`, type: 'tpl', tpl: `\${_labels.${key} || ${key} | html}` }))
const TABLES = new Set(['crud', 'crud2', 'table', 'table2'])

interface Props extends RendererProps {
  /** Where the address stands in the component whose panel this is. */
  field: string
  data: Json
  onBulkChange(values: Json): void
}
export function ApiChoice({ field, data: node, onBulkChange, render, disabled }: Props) {
  const { apis, queries } = placeNow()
  const now = getVariable(node, field, false) as unknown
  const named = apiNamedBy(now)
  // Where nobody knows what there is, such as in a template of widgets, nothing is said of it.
  if (!apis || disabled || (!apis.length && !queries.length && !named)) return null
  const all = offered({ apis, queries })
  const find = (id: unknown) => all.find(one => idOf(one) === id)
  const api = named && find(idOf(named))
  const shown = Object.fromEntries(api?.parameters.map(({ key }) => [key, written(named?.values[key])]) ?? [])
  const put = (value: unknown, chosen?: Chosen) => {
    const top = field.split('.')[0] as string
    const next = { [top]: node[top] }
    setVariable(next, field, value)
    const isBare = field === 'api' && TABLES.has(String(node.type)) && !(Array.isArray(node.columns) && node.columns.length)
    onBulkChange({ [top]: next[top], ...(isBare && chosen?.columns && { columns: columnsFor(chosen) }) })
    return JSON.stringify(apiNamedBy(value))
  }
  const change = (values: Json) => {
    if (values.api !== (named && idOf(named))) {
      const chosen = find(values.api)
      if (!chosen && values.api) return undefined
      return { kept: put(chosen && callOf(chosen, sameNames(chosen), named ? now : undefined), chosen), isOther: true }
    }
    const fields = isObject(values.values) ? values.values : {}
    // What was not touched stays what it was, also where it is no text.
    const changed = Object.keys(shown).filter(key => written(fields[key]) !== shown[key])
    if (!api || !changed.length) return undefined
    const next = { ...named?.values, ...Object.fromEntries(changed.map(key => [key, fields[key]])) }
    return { kept: put(callOf(api, next, now)), isOther: false }
  }
  const kept = JSON.stringify(named)
  return (
    <PanelForm render={render} kept={kept} data={{ api: named && idOf(named), values: asWritten(shown) }} body={controls(all, api, named)} onChange={change} />
  )
}
Renderer({ type: 'tes-api-choice' })(ApiChoice as never)

/** The editor's control has a place below its address. */
const withChoice = new WeakMap<object, Schema>()
addSchemaFilter((schema: Schema) => {
  if (schema.type !== 'ae-apiControl' || schema.footer) return schema
  const made = withChoice.get(schema) ?? { ...schema, footer: [{ type: 'tes-api-choice', field: String(schema.name ?? 'api') }] }
  withChoice.set(schema, made)
  return made
})
