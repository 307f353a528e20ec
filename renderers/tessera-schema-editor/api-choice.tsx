// Below every control of the editor that takes an address: the APIs of the app to choose from by name, and their parameters as fields.
import { addSchemaFilter, getVariable, normalizeApi, Renderer, setVariable, type RendererProps, type Schema } from 'amis-core'
import { readResourceAddress } from '../../api/models/resource-address.ts'
import { sayInEditor as say } from './component-plugin.ts'
import { PanelForm } from './panel-form.tsx'
import { placeNow, type DesignApi } from './place.ts'

type Json = Record<string, unknown>

/** A place where calls are named, and what stands there of an API of the app. */
interface Named {
  key: string
  /** Values of parameters, in the address or beside it. */
  values: Json
}
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The API that an address names; undefined for every other address. */
export function apiNamedBy(value: unknown): Named | undefined {
  if (typeof value !== 'string' && !isObject(value)) return undefined
  const { url, data, method = 'get' } = normalizeApi(value as never) as { url?: string; data?: unknown; method?: string }
  const named = readResourceAddress(String(url ?? ''))
  if (named?.kind !== 'api') return undefined
  const inAddress = Object.fromEntries(new URLSearchParams(/^\?([^#]*)/.exec(named.rest)?.[1]))
  const beside = isObject(data) && method.toLowerCase() !== 'get' ? data.parameters : data
  return { key: named.key, values: { ...inAddress, ...(isObject(beside) && beside) } }
}

/** What calls this API with these values; all else that was said of the call stays. */
export function callOf(api: DesignApi, values: Json, before?: unknown): string | Json {
  const said = isObject(before) ? { ...before } : {}
  delete said.data
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined))
  const url = `api:${api.key}`
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

function controls(api: DesignApi | undefined, key: string): Json[] {
  return [
    {
      type: 'select',
      name: 'api',
      label: say('API of this app'),
      searchable: true,
      clearable: true,
      placeholder: say('Choose an API'),
      options: (placeNow().apis ?? []).map(one => ({ value: one.key, label: one.name, title: titleOf(one) })),
      // A panel is narrow: its group is told where one is chosen.
      menuTpl: { type: 'plain', name: 'title' },
    },
    ...(key && !api
      ? [{ type: 'alert', level: 'warning', showIcon: true, body: say('This app has no API “{name}”, or it is hidden from you.', { name: key }) }]
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

interface Props extends RendererProps {
  /** Where the address stands in the component whose panel this is. */
  field: string
  data: Json
  onBulkChange(values: Json): void
}
export function ApiChoice({ field, data: node, onBulkChange, render, disabled }: Props) {
  const { apis } = placeNow()
  const now = getVariable(node, field, false) as unknown
  const named = apiNamedBy(now)
  // Where nobody knows what there is, such as in a template of widgets, nothing is said of it.
  if (!apis || disabled || (!apis.length && !named)) return null
  const find = (key: unknown) => apis.find(one => one.key === key)
  const api = find(named?.key)
  const shown = Object.fromEntries(api?.parameters.map(({ key }) => [key, written(named?.values[key])]) ?? [])
  const put = (value: unknown) => {
    const top = field.split('.')[0] as string
    const next = { [top]: node[top] }
    setVariable(next, field, value)
    onBulkChange({ [top]: next[top] })
    return JSON.stringify(apiNamedBy(value))
  }
  const change = (values: Json) => {
    if (values.api !== named?.key) {
      const chosen = find(values.api)
      if (!chosen && values.api) return undefined
      return { kept: put(chosen && callOf(chosen, sameNames(chosen), named ? now : undefined)), isOther: true }
    }
    const fields = isObject(values.values) ? values.values : {}
    // What was not touched stays what it was, also where it is no text.
    const changed = Object.keys(shown).filter(key => written(fields[key]) !== shown[key])
    if (!api || !changed.length) return undefined
    const next = { ...named?.values, ...Object.fromEntries(changed.map(key => [key, fields[key]])) }
    return { kept: put(callOf(api, next, now)), isOther: false }
  }
  const kept = JSON.stringify(named)
  return <PanelForm render={render} kept={kept} data={{ api: named?.key, values: asWritten(shown) }} body={controls(api, named?.key ?? '')} onChange={change} />
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
